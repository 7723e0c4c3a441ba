// What addresses of one kind may cost while they bring nothing: calendars, paths that
// go on for ever, counters that lead to the next number. No list of such sites could
// be complete, so they are known by what they bring. Addresses are of one kind when the
// same program seems to make them: the same host and first step, and from then on steps
// of the same sort (numbers, words, titles), however many follow each other.
//
// A page that says what another one of its kind said, numbers aside, costs a point,
// even if it is kept; a page of numbers that is about something else a tenth of one, as
// it may be one of a million; a page that is kept for what it says gives two back. A
// kind with twelve points is left alone for this phase, and has ten at the beginning of
// the next one. So an archive by dates, whose pages differ, is followed as far as it
// goes, and a calendar for a dozen pages, and two in each later phase.
//
// In memory alone: a restart learns it anew. At most 4,096 kinds, 600 bytes each; those
// that were not seen for longest make room.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontier/crawl_page.h"
#include "url/url.h"

namespace curlew::control {

// What addresses of one kind have in common, for people: "sea.example/calendar/#?day".
std::string address_kind(const url::Url& address);

// What a page says, however short: 48 of its words, chosen by their hashes, without
// those that have digits.
using SaidWords = std::vector<std::uint32_t>;
SaidWords said_words(std::string_view title, std::string_view text);

class PathBudget {
 public:
  enum class Brought : std::uint8_t { kKeptPage, kCopy, kOtherPage };

  bool may_visit(frontier::TopicIndex topic, const url::Url& address) const;
  // The first visit of a page, and what it says. True: its kind is left alone from now
  // on.
  bool learn(frontier::TopicIndex topic, const url::Url& address, Brought brought,
             SaidWords says);
  void begin_phase(frontier::TopicIndex topic);

  std::size_t size() const { return kinds_.size(); }

 private:
  struct Kind {
    frontier::TopicIndex topic{};
    double points = 0;
    std::uint64_t seen = 0;
    // What the last pages said.
    std::array<SaidWords, 2> said;
    std::size_t next = 0;
  };
  void make_room();

  // By topic and kind.
  std::unordered_map<std::uint64_t, Kind> kinds_;
  std::uint64_t clock_ = 0;
};

}  // namespace curlew::control
