#include "parse/html/tree/quirks.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

// Public identifiers that begin like this.
constexpr auto kOldPrefixes = std::to_array<std::string_view>({
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
});

bool is_old(std::string_view public_id, bool has_system_id) {
  const std::string id = to_ascii_lower(public_id);
  if (id == "-//w3o//dtd w3 html strict 3.0//en//" || id == "html" ||
      id == "-/w3c/dtd html 4.0 transitional/en")
    return true;
  if (!has_system_id && (id.starts_with("-//w3c//dtd html 4.01 frameset//") ||
                         id.starts_with("-//w3c//dtd html 4.01 transitional//")))
    return true;
  return std::ranges::any_of(
      kOldPrefixes, [&](std::string_view prefix) { return id.starts_with(prefix); });
}

// The quoted string that `text` begins with; nullopt when there is none, or no end.
std::optional<std::string_view> take_quoted(std::string_view& text) {
  text = trimmed(text);
  if (!text.starts_with('"') && !text.starts_with('\'')) return std::nullopt;
  const std::size_t end = text.find(text[0], 1);
  if (end == text.npos) return std::nullopt;
  const std::string_view quoted = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return quoted;
}

}  // namespace

bool asks_for_quirks(std::string_view doctype) {
  constexpr std::string_view kIbm =
      "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
  doctype = trimmed(doctype);
  if (!starts_with_ignoring_case(doctype, "html")) return true;
  doctype = doctype.substr(4);
  if (!doctype.empty() && !is_ascii_space(doctype[0])) return true;
  doctype = trimmed(doctype);
  if (doctype.empty()) return false;
  const bool is_public = starts_with_ignoring_case(doctype, "public");
  if (!is_public && !starts_with_ignoring_case(doctype, "system")) return true;
  doctype.remove_prefix(6);
  std::string_view public_id;
  if (is_public) {
    const auto quoted = take_quoted(doctype);
    if (!quoted) return true;
    public_id = *quoted;
    if (trimmed(doctype).empty()) return is_old(public_id, false);
  }
  const auto system_id = take_quoted(doctype);
  if (!system_id || equals_ignoring_case(*system_id, kIbm)) return true;
  return is_old(public_id, true);
}

}  // namespace curlew::parse
