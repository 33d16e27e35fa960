"""Trained annotators of syntax and mentions: one module a task, :data:`goldproof.annotators.models.TASKS` names them."""
