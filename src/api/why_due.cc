#include "api/why_due.h"

#include <array>
#include <utility>

namespace curlew::api {

std::string_view why_due(std::string_view reason) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kWords{
      {{"", "it was not visited yet"},
       {"policy", "a visit is worth its cost then"},
       {"own interval", "its interval ends"},
       {"publisher asked", "its publisher asked to wait until then"},
       {"backing off", "the last visit failed"},
       {"minimum gap", "the least gap between visits ends"},
       {"longest gap", "the longest gap between visits ends"},
       {"active hours", "its active hours begin"},
       {"asked", "its user asked for it"},
       {"told of a change", "somebody said that it has changed"},
       {"rank", "from then on, when more waits here than elsewhere"}}};
  for (const auto& [word, sentence] : kWords) {
    if (word == reason) return sentence;
  }
  return reason;
}

}  // namespace curlew::api
