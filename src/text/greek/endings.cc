#include "text/greek/endings.h"

#include <algorithm>
#include <array>

#include "text/greek/letters.h"

namespace curlew::text {
namespace {

using enum GreekPart;

// Where an ending belongs to verbs and nouns both (-α, -ες, -εις), the stem decides.
struct Rule {
  std::string_view ending;
  GreekPart part;
  std::size_t min_stem = 2;  // Letters that must be left.
};

// Longest first.
constexpr std::array kRules = [] {
  std::array rules{
      // Passive voice, present and imperfect: of -ω, -ώ/-άω, -ώ/-είς and -άμαι verbs.
      Rule{"ομαι", kVerb},
      Rule{"εσαι", kVerb},
      Rule{"εται", kVerb},
      Rule{"ομαστε", kVerb},
      Rule{"εστε", kVerb},
      Rule{"ονται", kVerb},
      Rule{"ομουν", kVerb},
      Rule{"ομουνα", kVerb},
      Rule{"οσουν", kVerb},
      Rule{"οσουνα", kVerb},
      Rule{"οταν", kVerb},
      Rule{"οτανε", kVerb},
      Rule{"ομασταν", kVerb},
      Rule{"οσασταν", kVerb},
      Rule{"οσαστε", kVerb},
      Rule{"ονταν", kVerb},
      Rule{"οντουσαν", kVerb},
      Rule{"ιεμαι", kVerb},
      Rule{"ιεσαι", kVerb},
      Rule{"ιεται", kVerb},
      Rule{"ιομαστε", kVerb},
      Rule{"ιεστε", kVerb},
      Rule{"ιουνται", kVerb},
      Rule{"ιομουν", kVerb},
      Rule{"ιοσουν", kVerb},
      Rule{"ιοταν", kVerb},
      Rule{"ιομασταν", kVerb},
      Rule{"ιοσασταν", kVerb},
      Rule{"ιονταν", kVerb},
      Rule{"ιουνταν", kVerb},
      Rule{"ουμαι", kVerb},
      Rule{"εισαι", kVerb},
      Rule{"ειται", kVerb},
      Rule{"ουμαστε", kVerb},
      Rule{"ειστε", kVerb},
      Rule{"ουνται", kVerb},
      Rule{"ουνταν", kVerb},
      Rule{"ουμασταν", kVerb},
      Rule{"αμαι", kVerb},
      Rule{"ασαι", kVerb},
      Rule{"αται", kVerb},
      Rule{"ειτο", kVerb, 3},
      // Active voice, present, subjunctive and gerund.
      Rule{"ω", kVerb},
      Rule{"ει", kVerb},
      Rule{"ουμε", kVerb},
      Rule{"ετε", kVerb},
      Rule{"ουν", kVerb},
      Rule{"ουνε", kVerb},
      Rule{"ειτε", kVerb},
      Rule{"αω", kVerb},
      Rule{"αει", kVerb},
      Rule{"αμε", kVerb},
      Rule{"ατε", kVerb},
      Rule{"ανε", kVerb, 3},
      Rule{"οντασ", kVerb, 3},
      Rule{"ωντασ", kVerb, 2},
      // Active voice, past.
      Rule{"ουσα", kVerb},
      Rule{"ουσεσ", kVerb},
      Rule{"ουσε", kVerb},
      Rule{"ουσαμε", kVerb},
      Rule{"ουσατε", kVerb},
      Rule{"ουσαν", kVerb},
      Rule{"ουσανε", kVerb},
      Rule{"ε", kPast},
      Rule{"αν", kPast},
      // Passive voice, past.
      Rule{"ηκα", kPassive},
      Rule{"ηκεσ", kPassive},
      Rule{"ηκε", kPassive},
      Rule{"ηκαμε", kPassive},
      Rule{"ηκατε", kPassive},
      Rule{"ηκαν", kPassive},
      Rule{"ηκανε", kPassive},
      // The passive participle.
      Rule{"μενοσ", kParticiple},
      Rule{"μενη", kParticiple},
      Rule{"μενο", kParticiple},
      Rule{"μενοι", kParticiple},
      Rule{"μενεσ", kParticiple},
      Rule{"μενα", kParticiple},
      Rule{"μενου", kParticiple},
      Rule{"μενησ", kParticiple},
      Rule{"μενων", kParticiple},
      Rule{"μενουσ", kParticiple},
      // Nouns and adjectives.
      Rule{"οσ", kNoun},
      Rule{"ου", kNoun},
      Rule{"ο", kNoun},
      Rule{"οι", kNoun},
      Rule{"ων", kNoun},
      Rule{"ουσ", kNoun},
      Rule{"ωσ", kNoun, 3},
      Rule{"α", kNoun},
      Rule{"ασ", kNoun},
      Rule{"εσ", kNoun},
      Rule{"η", kNoun},
      Rule{"ησ", kNoun},
      Rule{"εισ", kNoun},
      Rule{"εωσ", kNoun, 3},
      Rule{"εων", kNoun, 3},
      Rule{"εασ", kNoun, 3},
      Rule{"εα", kNoun, 3},
      Rule{"υσ", kNoun},
      Rule{"υ", kNoun},
      Rule{"εδεσ", kNoun, 3},
      Rule{"ουδεσ", kNoun, 3},
  };
  std::sort(rules.begin(), rules.end(), [](const Rule& a, const Rule& b) {
    return a.ending.size() > b.ending.size();
  });
  return rules;
}();

// -σα, -ξες: the mark of the aorist, where the word is not a noun such as δόξα.
bool has_aorist_mark(std::string_view stem) {
  constexpr std::array<std::string_view, 17> kNouns{
      "λοξ", "μυξ", "διψ", "τσιψ", "μουσ", "ανασ", "λαρισ", "χρυσ", "μισ",
      "ισ",  "κασ", "μασ", "πισ",  "νησ",  "μεσ",  "τοσ",   "βασ"};
  if (std::find(kNouns.begin(), kNouns.end(), stem) != kNouns.end()) return false;
  if (stem.ends_with("δοξ")) return false;
  if (ends_with_any(stem, {"ξ", "ψ"})) return true;
  return ends_with_any(stem, {"ασ", "εσ", "ησ", "ισ", "υσ", "ωσ"}) &&
         !stem.ends_with("ουσ");
}

// Aorists without a mark whose stem no noun has: ανέφερα, έστειλες.
bool is_liquid_aorist(std::string_view stem) {
  return ends_with_any(
      stem, {"εφερ", "εμειν", "εστειλ", "εβαλ", "εκριν", "ελαβ", "ετειν", "εγιν",
             "εφυγ", "εφαγ",  "εμαθ",   "επαθ", "εκαν",  "ειδ",  "ειπ",   "ηρθ",
             "πηρ",  "πηγ",   "ηθελ",   "ηξερ", "ηπι",   "εβγαλ"});
}

bool is_noun_in_ousa(std::string_view stem) {
  return ends_with_any(stem, {"αιθ", "πρωτευ", "μ"});
}

// -θήκες of συνθήκη, not of a verb.
bool is_noun_in_thiki(std::string_view stem) {
  return ends_with_any(stem, {"οθ", "συνθ", "διαθ", "προσθ", "παρακαταθ", "αναθ"});
}

bool is_noun_in_ontas(std::string_view stem) {
  return ends_with_any(stem, {"αρχ", "γερ", "δρακ", "οριζ", "παρ", "μελλ"});
}

// A present participle (εργαζόμενος) is declined, but not led back to its verb: it has
// mostly become a noun.
bool is_present_participle(std::string_view stem) {
  return ends_with_any(stem, {"ο", "ου"});
}

GreekEnding decide(const Rule& rule, std::string_view stem) {
  GreekPart part = rule.part;
  if (rule.ending == "α" || rule.ending == "εσ") {
    if (has_aorist_mark(stem) || is_liquid_aorist(stem)) part = kPast;
  } else if (rule.ending == "εισ") {
    // κυβερνήσεις is the noun more often than the verb; γράφεις and πόλεις end alike.
    if (!ends_with_any(stem, {"σ", "ξ", "ψ"})) part = kVerb;
  } else if (rule.part == kParticiple && is_present_participle(stem)) {
    return {rule.ending.substr(kLetterBytes * 3), kNoun};
  }
  return {rule.ending, part};
}

bool is_refused(const Rule& rule, std::string_view stem) {
  if (rule.ending.starts_with("ουσ") && rule.part == kVerb) {
    return is_noun_in_ousa(stem);
  }
  // κατέθετε is the past of καταθέτω; έφτανε that of φτάνω.
  if (rule.ending == "ετε") return stem.ends_with("εθ");
  if (rule.ending == "ανε") return ends_with_any(stem, {"φτ", "φθ", "επι"});
  // The ι of ποιούνται belongs to the stem.
  if (rule.ending.starts_with("ι")) return stem.ends_with("πο");
  if (rule.ending == "ηκεσ") return is_noun_in_thiki(stem);
  if (rule.ending == "οντασ") return is_noun_in_ontas(stem);
  return false;
}

}  // namespace

GreekEnding find_ending(std::string_view word) {
  for (const Rule& rule : kRules) {
    if (!word.ends_with(rule.ending)) continue;
    const std::string_view stem = word.substr(0, word.size() - rule.ending.size());
    if (letter_count(stem) < rule.min_stem || is_refused(rule, stem)) continue;
    return decide(rule, stem);
  }
  return {};
}

}  // namespace curlew::text
