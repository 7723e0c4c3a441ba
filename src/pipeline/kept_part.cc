#include "pipeline/kept_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace curlew::pipeline {
namespace {

std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

bool read_number(std::string_view word, std::uint64_t& number) {
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

std::string to_fact(const KeptPart& part) {
  return fmt::format("{} {} {} {}", part.place.segment, part.place.offset,
                     part.place.length, part.name);
}

std::optional<KeptPart> parse_fact(std::string_view fact, const std::string& terminal) {
  KeptPart part{.place = {.terminal = terminal}};
  part.place.segment = take_word(fact);
  if (!read_number(take_word(fact), part.place.offset) ||
      !read_number(take_word(fact), part.place.length)) {
    return std::nullopt;
  }
  part.name = fact;
  return part;
}

std::vector<model::KeptAt> kept_parts(const http::Headers& facts,
                                      const std::string& terminal) {
  std::vector<model::KeptAt> places;
  for (const auto& [name, value] : facts) {
    if (name != kContextFact && name != kPictureFact && name != kRedirectFact) continue;
    if (auto part = parse_fact(value, terminal)) {
      places.push_back(std::move(part->place));
    }
  }
  return places;
}

}  // namespace curlew::pipeline
