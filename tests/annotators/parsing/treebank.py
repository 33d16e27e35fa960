"""A small treebank of our own writing: mice that see things, with trees and heads."""

from __future__ import annotations

import random

from goldproof.model import Corpus, Kind, Layer, Maker, Parse, Sentence, Source, Span, Token
from goldproof.model.parse import Node

NOUNS = ["mouse", "gene", "mutant", "cell", "protein", "mice", "Brca1", "α-actin"]
VERBS = ["sees", "binds", "has", "stains"]
ADJECTIVES = ["old", "small", "wild-type", "null"]


def noun_phrase(chance: random.Random, at: int, head: int) -> tuple[list[tuple[str, str, int, str]], Node, int]:
    """Words (form, tag, head, relation), their tree, and the number of the noun; ``at`` is the number of tokens before, ``head`` what the noun hangs on."""
    number = chance.randrange(3)
    noun = at + number + 2
    words = [("the", "DT", noun, "NMOD")] + [(chance.choice(ADJECTIVES), "JJ", noun, "NMOD") for _ in range(number)]
    words.append((chance.choice(NOUNS), "NN", head, ""))
    leaves = [Node(tag, token=at + i) for i, (_, tag, _, _) in enumerate(words)]
    return words, Node("NP", tuple(leaves)), noun


def sentence(chance: random.Random) -> tuple[list[tuple[str, str, int, str]], Node]:
    subject, left, _ = noun_phrase(chance, 0, 0)
    verb = len(subject) + 1
    subject[-1] = (*subject[-1][:2], verb, "SBJ")
    object_, right, _ = noun_phrase(chance, verb, verb)
    object_[-1] = (*object_[-1][:3], "OBJ")
    words = [*subject, (chance.choice(VERBS), "VBZ", 0, "ROOT"), *object_]
    inside = [Node("VBZ", token=verb - 1), right]
    if chance.random() < 0.5:
        more, place, _ = noun_phrase(chance, len(words) + 1, len(words) + 1)
        more[-1] = (*more[-1][:3], "PMOD")
        inside.append(Node("PP-LOC", (Node("IN", token=len(words)), place)))
        words += [("in", "IN", verb, "LOC"), *more]
    tree = Node("S", (Node("NP-SBJ", left.children), Node("VP", tuple(inside)), Node(".", token=len(words))))
    words.append((".", ".", verb, "P"))
    return words, Node("", (tree,))


def treebank(documents: int = 6, sentences: int = 20, seed: int = 7, *, heads: bool = True, trees: bool = True, name: str = "treebank") -> Corpus:
    chance = random.Random(seed)
    texts, judged = {}, {}
    for d in range(documents):
        text, rows = "", []
        for _ in range(sentences):
            words, tree = sentence(chance)
            begin, tokens = len(text), []
            for form, tag, head, relation in words:
                tokens.append(Token(Span(len(text), len(text) + len(form)), form, tag=tag, head=head if heads else None, relation=relation if heads else None))
                text += form + " "
            rows.append(Sentence(Span(begin, len(text) - 1), tuple(tokens), tree if trees else None))
            text = text[:-1] + "\n"
        texts[f"d{d}"], judged[f"d{d}"] = text, (Parse(tuple(rows)),)
    corpus = Corpus.of_texts(texts, name="mice", licence="CC0-1.0")
    return corpus.with_layers(Layer.of(name, Source("us", Maker.PERSON), Kind.PARSES, judged))
