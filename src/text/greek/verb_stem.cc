#include "text/greek/verb_stem.h"

#include <array>

#include "text/greek/letters.h"

namespace curlew::text {
namespace {

struct Replacement {
  std::string_view from;
  std::string_view to;
  std::size_t min_rest = 2;  // Letters that must stand before it.
};

std::optional<std::string> replace_end(std::string_view stem,
                                       const Replacement& replacement) {
  if (!stem.ends_with(replacement.from)) return std::nullopt;
  const std::string_view rest = stem.substr(0, stem.size() - replacement.from.size());
  if (letter_count(rest) < replacement.min_rest) return std::nullopt;
  return std::string(rest) + std::string(replacement.to);
}

template <std::size_t size>
std::string replace_first_end(std::string stem,
                              const std::array<Replacement, size>& replacements) {
  for (const Replacement& replacement : replacements) {
    if (auto replaced = replace_end(stem, replacement)) return *replaced;
  }
  return stem;
}

// έγραψε → γραψ. Only one syllable may follow the augment: the ε of εκφράζω stays.
std::string_view without_augment(std::string_view stem) {
  if (!stem.starts_with("ε") || letter_count(stem) < 3) return stem;
  const std::string_view rest = stem.substr(kLetterBytes);
  if (is_greek_vowel(letter_at(rest, 0)) || vowel_group_count(rest) != 1) return stem;
  return rest;
}

// Prepositions with the augment behind them, and without.
constexpr std::array<Replacement, 16> kPrefixes{{{"περιε", "περι"},
                                                 {"προσε", "προσ"},
                                                 {"κατε", "κατα"},
                                                 {"μετε", "μετα"},
                                                 {"παρε", "παρα"},
                                                 {"αντε", "αντι"},
                                                 {"εισε", "εισ"},
                                                 {"συνε", "συν"},
                                                 {"προε", "προ"},
                                                 {"υπε", "υπο"},
                                                 {"ανε", "ανα"},
                                                 {"απε", "απο"},
                                                 {"επε", "επι"},
                                                 {"διε", "δια"},
                                                 {"εξε", "εκ"},
                                                 {"ενε", "εν"}}};

// συν and εν before another consonant: συλλαμβάνω, συμβάλλω, εγκρίνω.
std::string assimilated(std::string_view prefix, std::string_view rest) {
  if (prefix != "συν" && prefix != "εν") return std::string(prefix);
  std::string result(prefix.substr(0, prefix.size() - kLetterBytes));
  const std::string_view next = letter_at(rest, 0);
  if (next == "κ" || next == "γ" || next == "χ" || next == "ξ") return result + "γ";
  if (next == "π" || next == "β" || next == "φ" || next == "μ" || next == "ψ") {
    return result + "μ";
  }
  if (next == "λ" || next == "ρ") return result + std::string(next);
  return std::string(prefix);
}

// κατέθεσε → καταθετ. Done to every form, so that verbs which only look augmented
// (επεκτείνω) still meet themselves; συνεχίζω would meet συγχίζω.
std::string without_inner_augment(std::string_view stem) {
  if (stem.starts_with("συνεχ")) return std::string(stem);
  for (const Replacement& prefix : kPrefixes) {
    if (!stem.starts_with(prefix.from)) continue;
    const std::string_view rest = stem.substr(prefix.from.size());
    if (letter_count(rest) < 2 || is_greek_vowel(letter_at(rest, 0)) ||
        vowel_group_count(rest) == 0) {
      continue;
    }
    return assimilated(prefix.to, rest) + std::string(rest);
  }
  return std::string(stem);
}

// The passive aorist's θ and τ, and what the active aorist has instead.
constexpr std::array<Replacement, 21> kPassiveMarks{
    {{"ευθ", "ευσ"}, {"ευτ", "ευσ"}, {"αυθ", "αυσ"}, {"αυτ", "αυσ"}, {"ηθ", "ησ"},
     {"ωθ", "ωσ"},   {"εθ", "εσ"},   {"ιστ", "ισ"},  {"ισθ", "ισ"},  {"αστ", "ασ"},
     {"ασθ", "ασ"},  {"εστ", "εσ"},  {"εσθ", "εσ"},  {"υστ", "υσ"},  {"φτ", "ψ"},
     {"φθ", "ψ"},    {"χτ", "ξ"},    {"χθ", "ξ"},    {"νθ", "ν"},    {"ρθ", "ρ"},
     {"αθ", "αν"}}};

// Where θ and τ belong to the verb itself: βοηθώ, προσπαθώ, ευχαριστώ.
bool keeps_its_t(std::string_view stem) {
  return ends_with_any(
      stem, {"βοηθ",  "μαθ",  "γαθ",  "παθ",  "ευχαριστ", "καθιστ", "συνιστ", "υφιστ",
             "απιστ", "ουθ",  "πενθ", "ανθ",  "μεθ",      "ποθ",    "νιωθ",   "πληθ",
             "χρωστ", "βαστ", "κλωθ", "πλαθ", "αισθ",     "ορθ",    "βαθ"});
}

std::string to_active_aorist(std::string stem) {
  if (keeps_its_t(stem)) return stem;
  if (stem.ends_with("υθ") && !stem.ends_with("ουθ")) {
    return replace_end(stem, {"υθ", "υσ", 1}).value_or(stem);
  }
  return replace_first_end(std::move(stem), kPassiveMarks);
}

// Before -μένος.
constexpr std::array<Replacement, 12> kParticipleMarks{{{"αιρε", "αιρεσ", 0},
                                                        {"φορε", "φορεσ", 0},
                                                        {"ευ", "ευσ"},
                                                        {"υσ", "υν"},
                                                        {"ε", "ευσ"},
                                                        {"η", "ησ", 1},
                                                        {"ω", "ωσ", 1},
                                                        {"α", "αν"},
                                                        {"υ", "υσ", 1},
                                                        {"μ", "ψ", 1},
                                                        {"γ", "ξ", 1},
                                                        {"ι", "ιν"}}};

// The aorist's σ, ξ and ψ, and the present that most verbs with it have.
constexpr std::array<Replacement, 18> kAoristMarks{{{"ευσ", "ευ"},
                                                    {"εψ", "ευ"},
                                                    {"ησ", ""},
                                                    {"ηξ", ""},
                                                    {"ωσ", "ων"},
                                                    {"ισ", "ιζ"},
                                                    {"ιξ", "ιζ"},
                                                    {"ασ", "αζ"},
                                                    {"αξ", "αζ"},
                                                    {"εσ", ""},
                                                    {"υξ", "υσσ"},
                                                    {"υσ", "υ", 1},
                                                    {"ψ", "φ"},
                                                    {"ξ", "γ"},
                                                    // Presents that lose their ν.
                                                    {"αιν", "", 3},
                                                    {"υν", "", 4},
                                                    {"αν", "", 3},
                                                    {"ττ", "σσ"}}};

bool keeps_its_s(std::string_view stem) {
  return stem == "μισ" || ends_with_any(stem, {"αρεσ", "ουσ", "σσ", "εξισ", "δοξ"});
}

std::string led_back(std::string stem, VerbForm form) {
  if (auto known = replace_known_tail(stem)) return *known;
  if (form == VerbForm::kParticiple) {
    stem = replace_first_end(std::move(stem), kParticipleMarks);
  } else if (form != VerbForm::kPast) {
    stem = to_active_aorist(std::move(stem));
  }
  if (auto known = replace_known_tail(stem)) return *known;
  if (keeps_its_s(stem)) return stem;
  return replace_first_end(std::move(stem), kAoristMarks);
}

}  // namespace

std::string present_stem(std::string_view stem, VerbForm form) {
  if (form == VerbForm::kPast) stem = without_augment(stem);
  return with_plain_i(without_inner_augment(led_back(std::string(stem), form)));
}

}  // namespace curlew::text
