#include "text/greek/noun_stem.h"

#include <array>

#include "text/greek/letters.h"

namespace curlew::text {
namespace {

// Neuters in -μα are declined with a τ (γράμμα, γράμματα); their stem keeps it, so that
// γράμμα does not meet γραμμή. Feminines and adjectives in -μα have other letters
// before it, save for these.
bool is_neuter_in_ma(std::string_view stem) {
  if (!stem.ends_with("μ")) return false;
  if (ends_with_any(stem, {"ατομ",     "οσημ",   "επισημ",  "διασημ",  "ανωνυμ",
                           "ομωνυμ",   "προθυμ", "παρανομ", "αυτονομ", "οικονομ",
                           "ανομ",     "ακομ",   "δοκιμ",   "νομιμ",   "χρησιμ",
                           "διαθεσιμ", "βιωσιμ", "ετοιμ",   "μαμ",     "ωριμ"})) {
    return false;
  }
  return ends_with_any(stem, {"αμ", "εμ", "ημ", "ομ", "υμ", "ωμ", "μμ", "σμ", "γμ",
                              "λμ", "ερμ", "αρμ", "κλιμ", "κριμ"});
}

}  // namespace

std::string noun_stem(std::string_view stem, std::string_view ending) {
  std::string result(stem);
  if (ending == "α" && is_neuter_in_ma(stem)) return result + "ατ";
  if (ending == "υσ" || ending == "υ") return with_plain_i(result + "υ");
  return with_plain_i(std::move(result));
}

}  // namespace curlew::text
