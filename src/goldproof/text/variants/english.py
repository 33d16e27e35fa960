"""How an English word of biology may also be written: number, tense, spelling, and the words derived from it.

Rules of the language, not words of any corpus. Each gives forms that may not exist; that does no harm, as a form counts only where it
meets a word of a terminology or of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

VOWELS = "aeiou"

# Words whose plural or past no rule gives.
IRREGULAR = (
    "tooth teeth", "foot feet", "child children", "man men", "woman women", "mouse mice", "goose geese", "ox oxen", "louse lice",
    "os ossa", "pelvis pelves pelvices", "corpus corpora", "viscus viscera", "femur femora", "testis testes", "naris nares", "iris irides", "genus genera",
    "calf calves", "half halves", "leaf leaves", "hoof hooves", "knife knives", "life lives", "wolf wolves", "datum data",
    "lose lost losing loses loss", "grow grown grew growth", "bend bent", "cleave cleft", "break broken broke", "swell swollen", "wear worn",
    "speak spoken speech", "sleep slept", "bleed bled", "fall fell fallen", "shrink shrunken shrunk", "rise rose risen", "hurt hurting",
    "see saw seen seeing", "hear heard", "feel felt feeling", "stand stood", "sit sat", "eat ate eaten", "weep wept", "walk walking",
    "deaf deafness", "blind blindness", "mute muteness", "hoarse hoarseness", "numb numbness", "drowsy drowsiness", "dizzy dizziness", "restless restlessness", "clumsy clumsiness",
)  # fmt: skip

# British beginning, middle or end of a word, and the American one.
BRITISH = (
    ("haem", "hem"), ("aem", "em"), ("oedem", "edem"), ("oesoph", "esoph"), ("oestr", "estr"), ("foet", "fet"), ("paed", "ped"), ("anaesth", "anesth"),
    ("aesthes", "esthes"), ("aesthet", "esthet"), ("rrhoe", "rrhe"), ("pnoe", "pne"), ("coeli", "celi"), ("coelo", "celo"), ("caec", "cec"), ("faec", "fec"),
    ("leuco", "leuko"), ("leuca", "leuka"), ("gynaec", "gynec"), ("caesar", "cesar"), ("aetiol", "etiol"), ("phaeo", "pheo"), ("naev", "nev"), ("amoeb", "ameb"),
    ("homoeo", "homeo"), ("ischaem", "ischem"), ("taeni", "teni"), ("palaeo", "paleo"), ("archae", "arche"), ("praecox", "precox"), ("manoeuv", "maneuv"),
    ("colour", "color"), ("tumour", "tumor"), ("behaviour", "behavior"), ("odour", "odor"), ("labour", "labor"), ("vapour", "vapor"), ("favour", "favor"),
    ("humour", "humor"), ("fibre", "fiber"), ("centre", "center"), ("metre", "meter"), ("litre", "liter"), ("calibre", "caliber"), ("titre", "titer"),
    ("sulph", "sulf"), ("grey", "gray"), ("ageing", "aging"), ("oeconom", "econom"), ("oecolog", "ecolog"), ("mould", "mold"), ("sceptic", "skeptic"),
    ("lachrym", "lacrim"), ("distens", "distent"), ("judgement", "judgment"), ("neurone", "neuron"), ("programme", "program"), ("defence", "defense"),
    ("gonorrhoea", "gonorrhea"), ("diarrhoe", "diarrhe"), ("seborrhoe", "seborrhe"), ("bacteraem", "bacterem"), ("uraem", "urem"), ("haemat", "hemat"), ("tranquillis", "tranquiliz"),
    ("plough", "plow"), ("travell", "travel"), ("labell", "label"), ("signall", "signal"), ("channell", "channel"), ("tunnell", "tunnel"), ("enrol", "enroll"),
    ("dyslipidaem", "dyslipidem"), ("caries", "caries"), ("cheilo", "chilo"), ("kerato", "cerato"), ("foramin", "foramen"), ("yse", "yze"),
)  # fmt: skip
_NOT_BRITISH = frozenset(("hem", "em", "ped", "fet"))

# Ends of words that stand for one another: one thing as a noun, an adjective, a state. Both ways.
DERIVATIONS = (
    ("plasia", "plastic"), ("plasia", "plasty"), ("tasis", "tatic"), ("tasia", "tatic"), ("asis", "atic"), ("osis", "otic"), ("osis", "osed"), ("esis", "etic"), ("ysis", "ytic"), ("lysis", "lysed"),
    ("esia", "etic"), ("on", "onal"), ("ia", "ic"), ("ia", "y"), ("y", "ic"), ("y", "ous"), ("ia", "ous"), ("ia", "iac"), ("us", "ic"), ("us", "y"), ("us", "ia"), ("ism", "istic"), ("ism", "ic"), ("ism", "y"), ("itis", "itic"), ("ic", "ical"), ("y", "ical"), ("osus", "osis"),
    ("um", "ar"), ("um", "al"), ("a", "al"), ("a", "ar"), ("a", "ic"), ("cle", "cular"), ("gle", "gular"), ("le", "ular"), ("ule", "ular"), ("is", "ic"), ("is", "al"), ("is", "ar"), ("e", "al"), ("e", "ic"), ("y", "ial"),
    ("us", "al"), ("us", "ar"), ("us", "eal"), ("us", "ean"), ("x", "geal"), ("nx", "ngeal"), ("ex", "ical"), ("ix", "ical"), ("ax", "acic"), ("ys", "yseal"), ("ysis", "yseal"), ("is", "ial"), ("is", "eal"), ("ia", "ial"),
    ("ma", "matous"), ("ma", "matic"), ("ma", "mous"), ("a", "atous"), ("a", "oid"), ("um", "ic"), ("en", "inal"), ("ur", "oral"), ("on", "ar"), ("on", "al"), ("on", "ic"), ("us", "iac"), ("le", "ile"), ("us", "ous"), ("a", "ous"), ("e", "ous"),
    ("ity", ""), ("ity", "e"), ("ility", "le"), ("osity", "ous"), ("acity", "aque"), ("ness", ""), ("ness", "ed"), ("iness", "y"), ("ence", "ent"), ("ance", "ant"), ("ency", "ent"), ("ancy", "ant"), ("cy", "t"), ("ence", "e"), ("ance", "e"), ("ance", "ed"),
    ("ification", "ified"), ("ification", "ify"), ("ication", "ied"), ("ation", "ated"), ("ation", "ate"), ("ation", "ed"), ("ation", "e"), ("ation", "atory"), ("ation", "ant"), ("ization", "ized"), ("ization", "ize"), ("ition", "ited"), ("tion", "t"), ("tion", "ted"), ("tion", "ced"), ("ction", "ct"), ("ption", "bed"), ("ption", "pt"), ("ption", "ptive"),
    ("sion", "sed"), ("sion", "se"), ("sion", "ded"), ("sion", "de"), ("sion", "sive"), ("tion", "tive"), ("ssion", "ssive"), ("ion", "ed"), ("ion", "e"), ("ion", ""), ("ion", "ive"), ("utation", "ute"), ("atation", "ation"), ("atation", "ated"), ("ement", "ed"), ("ement", "e"), ("ment", "ed"), ("ment", ""),
    ("ure", "ed"), ("ure", ""), ("ure", "e"), ("ature", "ed"), ("ature", "ated"), ("ular", "us"), ("ition", "e"), ("tropia", "tropic"), ("ed", "al"), ("t", "tic"), ("lepsy", "leptic"), ("lexia", "lectic"), ("ality", "al"), ("ality", "e"),
    ("ly", ""), ("ily", "y"), ("ally", ""), ("ally", "al"), ("en", ""), ("ened", ""), ("ening", ""), ("ened", "e"), ("ening", "e"), ("ened", "ness"), ("ening", "ness"), ("ing", "ness"), ("ed", "ness"), ("ing", "ed"), ("ing", "ation"), ("al", "ation"), ("th", ""), ("ia", "ism"), ("ian", "y"), ("ine", "inal"), ("form", "formed"),
    ("ous", "osis"), ("oid", "oidal"), ("oid", "us"), ("etes", "etic"), ("ema", "ematous"), ("genic", "genesis"), ("genic", "geny"), ("genesis", "geny"), ("trophy", "trophied"), ("trophy", "trophia"), ("trophic", "trophied"), ("plegia", "plegic"), ("spadias", "spadic"), ("able", "ability"), ("ible", "ibility"), ("opia", "opic"), ("opic", "ope"), ("ile", "ility"), ("id", "idity"),
    ("ial", "ium"), ("ial", "ia"), ("ial", "y"), ("ean", "a"), ("eal", "ea"), ("al", "us"), ("ary", "e"), ("ary", ""), ("ory", "ion"), ("ory", "e"), ("al", ""), ("ic", ""), ("ous", ""), ("y", ""), ("y", "e"), ("ish", ""), ("like", ""), ("ed", ""), ("ed", "e"),
)  # fmt: skip

# What is called by one word as a thing and by another, of another root, as an adjective; or has a Latin and an English name.
SUPPLETIVE = (
    "kidney renal nephric", "heart cardiac", "liver hepatic", "lung pulmonary", "brain cerebral encephalic", "eye ocular", "ear otic aural", "tooth dental", "tongue lingual", "lip labial",
    "nose nasal", "mouth oral", "face facial", "skin cutaneous dermal", "skull cranial cranium", "bone osseous bony", "muscle muscular", "finger digital", "nail ungual",
    "joint articular articulation", "rib costal", "chest thoracic thorax", "hip coxal", "cheek buccal", "eyelid palpebral", "stomach gastric", "bowel intestine intestinal enteric",
    "bladder vesical", "womb uterus uterine", "ovary ovarian", "testis testicle testicular", "breast mammary", "navel umbilicus umbilical", "blood hematic", "vessel vascular", "artery arterial",
    "vein venous", "nerve neural", "hearing auditory", "vision visual sight", "smell olfaction olfactory", "taste gustatory gustation", "palm palmar", "sole plantar", "wrist carpal carpus", "anus anal",
    "throat pharyngeal", "gum gingiva gingival", "clavicle collarbone clavicular", "kneecap patella patellar", "breastbone sternum sternal", "jaw gnathic", "mandible mandibular", "maxilla maxillary",
    "spleen splenic", "marrow medullary", "tumor neoplasm neoplasia neoplastic", "pancreas pancreatic", "thyroid thyroidal", "gland glandular", "lymph lymphatic", "cancer malignancy cancerous",
    "vertebra vertebral", "spine spinal", "pelvis pelvic", "larynx laryngeal", "windpipe trachea tracheal", "esophagus esophageal gullet", "chromosome chromosomal", "cell cellular",
    "gene genic", "limb limbs", "penis penile phallus phallic", "vagina vaginal", "urethra urethral", "ureter ureteral ureteric", "pulse pulsatile", "epilepsy epileptic", "seizure convulsion", "iris iridal", "lens lenticular", "pupil pupillary", "pubis pubic pubes",
     "femur femoral", "forearm antebrachial", "arm brachial", "heel calcaneal calcaneus", "brow eyebrow", "eyelash lash",
    "mucosa mucosal mucous", "muscle myo", "death lethality mortality", "birth natal neonatal", "childhood child pediatric", "infancy infantile infant", "adolescence adolescent juvenile", "adulthood adult", "age aging",
)  # fmt: skip

# Words that the rules would put together, and that mean different things.
DIFFERENT = (
    "severe | several", "late later | lateral | latter", "state | stature | status | static", "base | basic", "second | secondary secondarily", "one once | only", "medial | media | medium",
    "limb | limbal limbus | limbic", "fiber fibre fibrous | fibrosis fibrotic", "position | positive positivity", "global | globe globus", "colon colonic | colic | colony", "septic | septum septal",
    "man | mania manic | manus", "male | mal | malic", "general | genera | generation", "organ | organic | organism | organization organisation", "mature | mate | material", "part partial | party",
    "face | facet", "human | humeral humerus | humor", "pinna | pinnal | pin", "pale | palate", "rate | ratio", "sole | solar", "posterior | posture", "minor | minority", "major | majority",
    "carpus carpal | carp", "radius radial | radiation | ray", "temporal | temporary", "critical | crisis", "uric | urine urinary", "nail | nasal", "present presence | presentation", "special | species",
    "later | laterality", "brachial | brachy", "dura dural | duration | during", "to | toe", "port | portal | portion", "optic | option", "media | mediate", "pubic | public",
)  # fmt: skip

# Words that say of anything that something is wrong with it, and other words of biology that say nearly the same.
SYNONYMS = (
    "abnormality abnormal anomaly anomalous malformation malformed defect defective deformity deformed disorder disease problem difficulty disturbance disturbed dysfunction impairment impaired deficit manifestation finding change alteration aberration issue trouble involvement symptom",
    "absence absent missing lacking lack", "wide broad", "large big", "frequent recurrent", "numerous multiple many", "bout outburst burst attack fit episode paroxysm spell",
    "elevated increased raised", "decreased reduced diminished lowered", "death lethality mortality", "narrow narrowed", "prominent protruding", "retardation delay", "pain ache", "happy cheerful",
)  # fmt: skip
# Words that everybody uses of other things than their nouns in -ing, -ness, -ed mean as names ("in order to" and "ordering", "a slow course" and "slowness").
EVERYDAY = frozenset(
    "order orders ordered arrange arranged arrangement bounce bounced club clubs collect collected collects cut cuts fist fists hop hopped jump jumped mouth mouths pant pants spin tear tears slow slowed slows "
    "dull dulled cold colds pale paled weak alone stroke stroked shocked shocking bore boring spot spots spotted set setting fall fell falling fallen boil boiled boiling corn mole drop dropped lead leads leading rock rocked".split()
)
# Words that say how something is, and never go without saying.
QUALITIES = frozenset(
    "short tall long decreased reduced reduces increased elevated high low abnormal acute chronic congenital incomplete complete poor poorly premature failure ectopic difficulty difficulties absent loss lack "
    "too small large thin thick wide narrow early late neonatal response".split()
)
# Ends of adjectives of one thing each: as good as the thing itself, even alone ("ataxic", "hydrocephalic").
ADJECTIVES = (("ia", "ic"), ("us", "ic"), ("y", "ic"), ("osis", "otic"), ("asia", "astic"), ("ia", "iac"), ("esis", "etic"), ("itis", "itic"), ("lepsy", "leptic"), ("ism", "istic"), ("ism", ""), ("y", "ous"), ("ity", "e"))

_SHORT_STEM = 3
_LIGHT = frozenset(("ed", "ly", "ness", "ened", "ening", "en", "ity", "y", "ish", "like"))


def inflections(word: str) -> Iterator[str]:
    """Other numbers, tenses and degrees.

    >>> sorted({"phalanges", "phalanxes"} & set(inflections("phalanx"))), "fistula" in set(inflections("fistulae"))
    (['phalanges', 'phalanxes'], True)
    """
    yield from _TOGETHER.get(word, ())
    if len(word) < 3 or not word.isalpha():
        return
    yield from plurals(word)
    yield from singulars(word)
    everyday = word in EVERYDAY
    for form in _verbs(word):
        if not everyday and form not in EVERYDAY:
            yield form


def plurals(word: str) -> Iterator[str]:
    last = word[-1]
    if word.endswith(("s", "x", "z", "ch", "sh")):
        yield word + "es"
    elif last == "y" and word[-2] not in VOWELS:
        yield word[:-1] + "ies"
    else:
        yield word + "s"
    if last == "o":
        yield word + "es"
    for one, many in _CLASSICAL:
        if word.endswith(one) and len(word) - len(one) >= 2:
            yield word[: len(word) - len(one)] + many


_CLASSICAL = (
    ("is", "es"), ("us", "i"), ("um", "a"), ("a", "ae"), ("on", "a"), ("ex", "ices"), ("ix", "ices"), ("nx", "nges"), ("ax", "aces"), ("ux", "uces"), ("ma", "mata"), ("itis", "itides"),
    ("osis", "oses"), ("en", "ina"), ("is", "ides"), ("us", "era"), ("us", "ora"), ("eau", "eaux"), ("u", "ua"), ("yx", "yces"), ("yx", "yxes"), ("ies", "ies"), ("us", "us"), ("as", "ades"), ("f", "ves"), ("fe", "ves"),
)  # fmt: skip


def singulars(word: str) -> Iterator[str]:
    if word.endswith("ies") and len(word) > 4:
        yield word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        yield word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
    for one, many in _CLASSICAL:
        if word.endswith(many) and len(word) - len(many) >= 3:
            yield word[: len(word) - len(many)] + one


def _verbs(word: str) -> Iterator[str]:
    for end in ("ed", "ing"):
        if word.endswith(end) and len(word) - len(end) >= _SHORT_STEM:
            stem = word[: -len(end)]
            yield stem
            yield stem + "e"
            yield stem + ("ing" if end == "ed" else "ed")
            if stem[-1] == stem[-2] and stem[-1] not in "sl":
                yield stem[:-1]
            if stem.endswith("i"):
                yield stem[:-1] + "y"
    if len(word) >= 4:
        if word.endswith("e"):
            yield word + "d"
            yield word[:-1] + "ing"
        elif word.endswith("y") and word[-2] not in VOWELS:
            yield word[:-1] + "ied"
        else:
            yield word + "ed"
            yield word + "ing"
            if word[-1] not in VOWELS + "wxy" and word[-2] in VOWELS and word[-3] not in VOWELS:
                yield word + word[-1] + "ed"
                yield word + word[-1] + "ing"


def spellings(word: str) -> Iterator[str]:
    """British for American and the other way.

    >>> sorted(set(spellings("oedematous")) | set(spellings("anemia")) | set(spellings("tumor")))
    ['anaemia', 'edematous', 'tumour']
    """
    if len(word) < 4 or not _SPELT.search(word):
        return
    for british, american in BRITISH:
        if british in word:
            yield word.replace(british, american)
        if american in word and american not in _NOT_BRITISH:
            yield word.replace(american, british)
    if word.startswith("hem") and not word.startswith(("hemi", "hemer")):
        yield "haem" + word[3:]
    if word.endswith(("emia", "emic", "emias")) and "aem" not in word:
        at = word.rindex("em")
        yield word[:at] + "aem" + word[at + 2 :]
    if word.startswith(("ped", "orthoped")) and not word.startswith(("pedic", "pedu", "peda")):
        yield word.replace("ped", "paed", 1)
    if word.startswith(("fetal", "fetus", "fetop")):
        yield "foet" + word[3:]
    for a, b in (("ise", "ize"), ("isa", "iza"), ("isi", "izi"), ("yse", "yze")):
        for x, y in ((a, b), (b, a)):
            at = word.rfind(x)
            if at >= 3 and word[at + len(x) :] in ("", "d", "s", "r", "rs", "tion", "tions", "ng", "ble"):
                yield word[:at] + y + word[at + len(x) :]


def derivations(word: str) -> Iterator[str]:
    """Nouns, adjectives, adverbs and participles of the same thing.

    >>> {"hypoplastic", "hypoplasias"} & set(derivations("hypoplasia")), "tibial" in set(derivations("tibia"))
    ({'hypoplastic'}, True)
    """
    yield from _SAME.get(word, ())
    if len(word) < 4:
        return
    for length in range(min(_LONGEST_END, len(word) - 2) + 1):
        at = len(word) - length
        if at < _SHORT_STEM and length < 4:
            continue
        for end in _ENDS.get(word[at:], ()):
            # What is only added to a word, or taken from it, says little where the word is short ("sign" and "signal").
            if (length and end) or at >= (4 if (end or word[at:]) in _LIGHT else 5):
                made = word[:at] + end
                if made not in _APART.get(word, ()):
                    yield made


def adjectives(word: str) -> Iterator[str]:
    """The adjective of a state, and the state of an adjective.

    >>> set(adjectives("myoclonic")) >= {"myoclonus", "myoclonia"}, set(adjectives("obese"))
    (True, {'obesity'})
    """
    for state, adjective in ADJECTIVES:
        for a, b in ((state, adjective), (adjective, state)):
            if word.endswith(a) and len(word) - len(a) >= 4:
                yield word[: len(word) - len(a)] + b


def synonyms(word: str) -> Iterator[str]:
    """Words that say nearly the same of anything, in both numbers."""
    for other in _NEARLY.get(word, ()):
        yield other
        yield from plurals(other)


def _groups(*lines: str) -> dict[str, tuple[str, ...]]:
    out: dict[str, tuple[str, ...]] = {}
    for line in lines:
        words = line.split()
        for word in words:
            out[word] = (*out.get(word, ()), *(w for w in words if w != word))
    return out


def _apart() -> dict[str, frozenset[str]]:
    out: dict[str, frozenset[str]] = {}
    for line in DIFFERENT:
        groups = [group.split() for group in line.split("|")]
        for group in groups:
            others = frozenset(word for other in groups if other is not group for word in other)
            out.update((word, out.get(word, frozenset()) | others) for word in group)
    return out


_SPELT = re.compile("|".join(sorted({re.escape(x) for pair in BRITISH for x in pair if x not in _NOT_BRITISH} | {"^hem", "em(?:ia|ic)s?$", "is[eai]", "iz[eai]", "y[sz]e", "ped", "fet"})))


def _ends() -> dict[str, tuple[str, ...]]:
    out: dict[str, tuple[str, ...]] = {}
    for one, other in DERIVATIONS:
        out[one] = (*out.get(one, ()), other)
        out[other] = (*out.get(other, ()), one)
    return out


_APART = _apart()
_ENDS = _ends()
_LONGEST_END = max(map(len, _ENDS))
_TOGETHER = _groups(*IRREGULAR)
_SAME = _groups(*SUPPLETIVE)
_NEARLY = _groups(*SYNONYMS)


def respelt(word: str) -> Iterator[str]:
    """Inflections of other spellings: *tumour* to *tumors*."""
    for form in spellings(word):
        yield from inflections(form)
