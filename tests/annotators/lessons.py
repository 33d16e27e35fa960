"""Small texts of our own writing with sentences, tokens and tags, to learn from."""

from __future__ import annotations

from goldproof.model import Corpus, Document, Kind, Layer, Maker, Parse, Sentence, Source, Span, Token, whole

# A line is a sentence; tokens as form_TAG, and a plus where no space stands before the token.
_SENTENCES = (
    "The_DT mice_NNS slept_VBD +._.", "Their_PRP$ tails_NNS were_VBD short_JJ +,_, cf._FW Fig._NN 2_CD +._.", "Results_NNS", "A_DT mouse_NN of_IN strain_NN B_NN +-_HYPH +6_CD ran_VBD +._.",
    "Dr._NNP Mole_NNP saw_VBD it_PRP (_-LRB- +see_VB Fig._NN 3_CD +)_-RRB- +._.", "Methods_NNS", "We_PRP fed_VBD 12_CD mice_NNS +,_, twice_RB a_DT day_NN +._.",
    "Two_CD short_JJ tails_NNS can_MD +not_RB grow_VB +._.", "No_DT mouse_NN ran_VBD 10_CD +%_NN faster_RBR +!_.", "It_PRP slept_VBD in_IN the_DT tail_NN +-_HYPH +less_JJ nest_NN +._.",
)  # fmt: skip


def corpus(documents: int = 6) -> Corpus:
    """Documents of these sentences in changing order, headings in lines of their own."""
    texts: dict[str, str] = {}
    parses: dict[str, tuple[Parse, ...]] = {}
    for d in range(documents):
        text, sentences = "", []
        for i in range(len(_SENTENCES)):
            words = _SENTENCES[(i * (2 * d + 1) + d) % len(_SENTENCES)].split(" ")
            tokens: list[Token] = []
            heading = len(words) == 1
            text += ("\n\n" if heading or text.endswith("s") else " ") if text else ""
            begin = len(text)
            for word in words:
                form, _, tag = word.removeprefix("+").rpartition("_")
                text += "" if word.startswith("+") or not tokens else " "
                tokens.append(Token(Span(len(text), len(text) + len(form)), form, tag=tag))
                text += form
            sentences.append(Sentence(Span(begin, len(text)), tuple(tokens)))
        texts[f"d{d}"] = text + "\n"
        parses[f"d{d}"] = (Parse(tuple(sentences)),)
    units = tuple(whole(Document(id, text)) for id, text in texts.items())
    layer = Layer.of("gold", Source("ours", Maker.PERSON), Kind.PARSES, parses)
    splits = {"train": tuple(texts)[:-1], "development": tuple(texts)[-1:]}
    return Corpus(tuple(Document(id, text) for id, text in texts.items()), units, (layer,), splits=splits, name="lessons")
