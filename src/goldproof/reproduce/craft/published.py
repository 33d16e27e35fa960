"""What Verspoor et al. 2012 printed: the numbers of Tables 1, 3 to 12 and 14 to 27, typed from the paper."""

from __future__ import annotations

# Table 16: sentences; 17: tokens; P, R, F on the 67 articles, models as delivered.
SENTENCES = {"LingPipe": ("0.98", "0.98", "0.98"), "OpenNLP": ("0.87", "0.74", "0.80"), "UIMA-native": ("0.85", "0.75", "0.80")}
TOKENS = {"UCompare-OpenNLP": ("0.95", "0.86", "0.90"), "UIMA-native": ("0.96", "0.93", "0.95"), "PennBio": ("0.92", "0.91", "0.91"), "Offset-Tokenizer": ("0.97", "0.80", "0.88")}
# Table 18: tags; P, R, F and their upper bounds.
TAGS = {
    "LingPipe-Brown": ("0.59", "0.58", "0.59", "0.90", "0.84", "0.87"), "LingPipe-MedPost": ("0.47", "0.46", "0.46", "0.88", "0.83", "0.85"),
    "LingPipe-Genia": ("0.79", "0.76", "0.77", "0.88", "0.85", "0.87"), "OpenNLP": ("0.82", "0.74", "0.78", "0.86", "0.77", "0.81"),
}  # fmt: skip
# Tables 19 to 22: parsers as delivered; LB-P, LB-R, LB-F, sentences that were not evaluated.
PARSERS = {
    19: {"Berkeley": ("58.35", "61.05", "59.67", "24"), "Bikel": ("63.34", "65.27", "64.29", "5"), "Charniak-Johnson": ("56.97", "49.92", "53.21", "166"),
         "Enju": ("57.76", "59.87", "58.80", "612"), "Mogura": ("47.45", "55.65", "51.22", "105"), "Stanford-1.6": ("57.70", "62.31", "59.92", "4")},
    20: {"Berkeley": ("61.60", "64.50", "63.02", "4"), "Bikel": ("63.97", "65.82", "64.89", "2"), "Charniak-Johnson": ("62.51", "65.55", "64.00", "59"),
         "Enju": ("71.93", "43.56", "54.26", "8"), "Mogura": ("54.74", "43.25", "48.32", "8"), "Stanford-1.6": ("60.76", "64.70", "62.67", "3")},
    21: {"Charniak-Johnson": ("56.08", "61.10", "58.48", "0"), "Charniak-Lease": ("55.53", "59.77", "57.57", "2"), "Mogura": ("54.21", "44.09", "48.63", "8"),
         "Stanford-1.6.6": ("61.10", "62.65", "61.87", "2")},
    22: {"Charniak-Johnson": ("51.23", "55.99", "53.50", "0"), "Charniak-Lease": ("53.28", "57.43", "55.28", "8"), "Mogura": ("47.55", "56.27", "51.54", "105"),
         "Stanford-1.6.6": ("59.49", "61.81", "60.63", "10")},
}  # fmt: skip
# Tables 23 to 25: folds 0 to 4, their average, development, development with the model as delivered.
FOLDED = ("fold0", "fold1", "fold2", "fold3", "fold4", "average", "dev", "dev-untrained")
RETRAINED: dict[int, dict[str, dict[str, str]]] = {
    23: {
        "Berkeley": {"LB-P": "82.75 92.02 84.63 83.70 83.85 85.39 83.98 61.60", "LB-R": "82.64 90.82 84.01 83.29 82.88 84.73 83.20 64.50", "LB-F": "82.70 91.41 84.32 83.49 83.36 85.06 83.59 63.02"},
        "Bikel": {"LB-P": "80.49 81.10 81.18 80.77 91.43 82.99 80.86 63.97", "LB-R": "79.68 79.77 80.10 80.46 91.06 82.21 80.44 65.82", "LB-F": "80.08 80.43 80.64 80.62 91.24 82.60 80.65 64.89"},
        "Stanford-1.6.6": {"LB-P": "75.65 75.86 77.71 76.21 77.86 76.65 76.17 60.76", "LB-R": "76.81 76.84 78.65 77.24 77.85 77.48 75.92 64.70", "LB-F": "76.23 76.34 78.18 76.72 77.86 77.07 76.04 62.67"},
    },
    24: {
        "MaltParser": {"LAS": "85.81 86.29 87.08 86.13 86.26 86.34 86.04 69.78", "UAS": "87.94 88.43 89.16 88.18 88.16 88.39 87.91 73.42", "LS": "92.19 92.74 93.12 92.78 92.80 92.75 92.75 82.01"},
        "MSTParser": {"LAS": "85.65 86.37 86.89 86.08 86.29 86.28 86.70 71.51", "UAS": "87.96 88.57 89.04 88.21 88.43 88.46 88.86 75.08", "LS": "92.09 92.95 93.24 92.91 92.92 92.86 93.37 83.26"},
        "ClearParser": {"LAS": "86.46 86.99 87.94 87.12 87.23 87.18 87.56 70.43", "UAS": "88.23 88.81 89.62 88.82 88.86 88.89 89.11 73.62", "LS": "92.71 93.33 93.93 93.47 93.66 93.45 93.99 83.09"},
    },
    25: {
        "MaltParser": {"LAS": "88.45 88.70 89.62 89.12 88.85 88.97 88.93 72.40", "UAS": "90.33 90.63 91.50 90.94 90.51 90.80 90.72 75.90", "LS": "93.43 93.78 94.23 94.16 93.93 93.92 94.03 82.73"},
        "MSTParser": {"LAS": "88.30 88.85 89.58 89.12 88.90 88.98 89.36 75.99", "UAS": "90.37 90.83 91.50 91.04 90.82 90.93 91.31 79.42", "LS": "93.32 94.06 94.37 94.25 93.98 94.03 94.52 85.73"},
        "ClearParser": {"LAS": "89.09 89.43 90.33 89.86 89.59 89.68 90.09 74.56", "UAS": "90.66 91.09 91.81 91.42 91.08 91.23 91.63 77.78", "LS": "93.89 94.37 94.88 94.65 94.57 94.50 94.99 85.17"},
    },
}  # fmt: skip
# Table 26: constituents made into dependencies; micro LAS, UAS, LS and macro LAS, UAS, LS on development, then with the model as delivered.
CONVERTED = {
    "Berkeley": ("76.97 88.11 83.13 80.34 91.04 84.98", "60.21 70.66 72.68 65.19 75.57 75.63"),
    "Stanford": ("72.13 83.22 80.12 75.87 86.57 82.40", "58.42 68.83 72.12 62.10 71.98 73.85"),
}
# Table 27: sentences of the folds, of all training articles, of development.
FOLDS = {"fold0": 3066, "fold1": 3990, "fold2": 3951, "fold3": 3723, "fold4": 4200, "training": 18930, "development": 2780}
# The corpus, in the text: of the 67 articles, and of all 97.
RELEASED = {"articles": 67, "sentences": 21710, "tokens": 561020, "nodes": 437250, "function-tags": 71522, "empty-categories": 25978}
WHOLE = {"articles": 97, "sentences": 30800, "tokens": 793627, "nodes": 619567, "function-tags": 101022, "empty-categories": 37178}
# Table 1 in its means: two annotators; an annotator and the gold.
ANNOTATORS = {"annotators": ("90.91", "90.30"), "annotator-gold": ("94.67", "94.94")}
# Tables 3 to 12: the first mapping of each (any class of CRAFT), models as delivered; strict P, R, F and overlap P, R, F. Where and which classes.
MENTIONS: dict[int, tuple[str, str, str, str]] = {
    3: ("ABNER-BioCreative", "protein-STAR", "dev", "0.35 0.46 0.40 0.50 0.69 0.58"), 4: ("ABNER-BioCreative", "protein-STAR", "release", "0.32 0.36 0.34 0.48 0.55 0.51"),
    5: ("ABNER-NLPBA", "protein-STAR", "dev", "0.38 0.44 0.41 0.47 0.55 0.51"), 6: ("ABNER-NLPBA", "protein-STAR", "release", "0.30 0.34 0.32 0.39 0.44 0.41"),
    7: ("BANNER", "protein-STAR", "dev", "0.38 0.61 0.47 0.49 0.80 0.61"), 8: ("BANNER", "protein-STAR", "release", "0.35 0.51 0.41 0.46 0.69 0.56"),
    9: ("LingPipe-Genia", "proteinstar-STAR", "dev", "0.29 0.38 0.33 0.36 0.48 0.41"), 11: ("LingPipe-GeneTag", "gene-STAR", "dev", "0.26 0.69 0.38 0.32 0.86 0.46"),
    12: ("LingPipe-GeneTag", "gene-STAR", "release", "0.22 0.63 0.33 0.30 0.86 0.45"),
}  # fmt: skip
# Tables 14 and 15: retrained, development; strict P, R, F and overlap P, R, F for each group of classes.
RETRAINED_MENTIONS: dict[int, tuple[str, dict[str, str]]] = {
    14: ("ABNER", {"star-STAR": "0.63 0.35 0.45 0.72 0.40 0.51", "gene-GENE": "0.83 0.31 0.46 0.86 0.33 0.48", "genestar-GENESTAR": "0.73 0.38 0.50 0.78 0.40 0.53",
                   "poly-POLY": "0.50 0.03 0.06 0.56 0.04 0.07", "polystar-POLYSTAR": "0.63 0.06 0.11 0.64 0.06 0.11"}),
    15: ("LingPipe", {"star-STAR": "0.60 0.64 0.62 0.62 0.67 0.64", "gene-GENE": "0.50 0.73 0.59 0.52 0.77 0.62", "genestar-GENESTAR": "0.49 0.75 0.59 0.52 0.79 0.62",
                      "poly-POLY": "0.21 0.34 0.26 0.21 0.34 0.26", "polystar-POLYSTAR": "0.23 0.34 0.27 0.23 0.35 0.28"}),
}  # fmt: skip
ALPHA = 0.01
"""Below this the paper calls a difference significant."""
