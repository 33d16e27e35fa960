"""UDPipe 1 (https://ufal.mff.cuni.cz/udpipe/1): sentences, tokens, tags and dependencies by a model of yours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def maker(model: str, parse: str = "no", tag: str = "yes", **training: str) -> Callable[..., str]:
    """``model`` is a file; from raw text, or on given tokens if the description says that it needs them."""
    from ufal.udpipe import Model, Pipeline, ProcessingError

    found = Model.load(model)
    if found is None:
        raise ValueError(f"{model} is no model of UDPipe")
    steps = (Pipeline.DEFAULT if tag == "yes" else Pipeline.NONE, Pipeline.DEFAULT if parse == "yes" else Pipeline.NONE)

    def annotate(text: str, sentences: Sequence[Mapping[str, Any]]) -> str:
        lines = "".join("".join(_line(n, t) for n, t in enumerate(s["tokens"], 1)) + "\n" for s in sentences if s["tokens"])
        pipeline = Pipeline(found, "conllu" if lines else "tokenize", *steps, "conllu")
        error = ProcessingError()
        answer = str(pipeline.process(lines or text, error))
        if error.occurred():
            raise ValueError(error.message)
        return "".join(line for line in answer.splitlines(keepends=True) if not line.startswith("#"))

    return annotate


def _line(number: int, token: Mapping[str, Any]) -> str:
    form = "".join(str(token["form"]).split()) or "_"
    return f"{number}\t{form}\t_\t_\t{token.get('tag', '_')}\t_\t_\t_\t_\t_\n"


def train(input: str, model: str, held_out: str, seed: int, settings: Mapping[str, str]) -> None:
    """Train tokenizer, tagger and parser on a file in CoNLL-U; ``settings`` may have ``tokenizer``, ``tagger`` and ``parser`` in UDPipe's own words."""
    from ufal.udpipe import InputFormat, ProcessingError, Sentence, Sentences, Trainer

    def sentences(place: str) -> Any:
        found = Sentences()
        if place:
            reader = InputFormat.newConlluInputFormat()
            with open(place, encoding="utf-8") as file:
                reader.setText(file.read())
            error = ProcessingError()
            sentence = Sentence()
            while reader.nextSentence(sentence, error):
                found.push_back(sentence)
                sentence = Sentence()
            if error.occurred():
                raise ValueError(error.message)
        return found

    error = ProcessingError()
    data = Trainer.train("morphodita_parsito", sentences(input), sentences(held_out), *(settings.get(k, "none") for k in ("tokenizer", "tagger", "parser")), error)
    if error.occurred():
        raise ValueError(error.message)
    with open(model, "wb") as file:
        file.write(data)
