// What was learned of a page's noise: which of its places differ at nearly every visit.
// A small value, kept beside the page's versions; to_bytes() and parse_notes() are its
// stored form.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "detect/page/change.h"

namespace curlew::detect {

// How a part differs: what comes round again by itself does so in one of these ways.
enum class Nature : std::uint8_t {
  // Some of its words.
  kEdit,
  // Its digits.
  kFigures,
  // All of it, or it came or went: as advertisements do.
  kReplaced,
};
Nature nature_of(const Part& part);

// Something that was seen to differ: a path, a named element, a text that comes and
// goes.
struct Place {
  std::uint64_t key = 0;
  // One bit a comparison since it was first seen, the newest lowest: did it differ?
  std::uint16_t history = 0;
  // How many bits of it count.
  std::uint8_t age = 0;
  // A user said that it is noise.
  bool is_said = false;
  // Only its digits differed, ever: another word there is news.
  bool is_figures = true;
  // Marks of the texts that it had last, the newest first.
  std::array<std::uint16_t, 4> texts{};
  // Of all that differed there at the last comparison; 0: nothing did. Where versions
  // are compared with one that stays, the same difference is seen again and again, and
  // is one.
  std::uint16_t state = 0;
  // All of that was noise.
  bool was_noise = false;

  bool operator==(const Place&) const = default;
};

class PageNotes {
 public:
  // More are forgotten, those that differ seldom first. 22 bytes each, stored.
  static constexpr std::size_t kMaxPlaces = 96;
  // A visit with more parts is a new design, from which nothing is learned.
  static constexpr std::size_t kMaxParts = 48;

  // Is the part, at one of the places of these notes, what always differs there? What
  // a user said counts for parts that he watches, too; what was learned does not.
  Noise judge(const Part& part, bool is_watched) const;

  // After each comparison: all parts that differ, judged.
  void learn(std::span<const Part> parts);

  // A user said that this was no change: its places are noise from now on.
  void add_not_a_change(const Change& change);

  // He takes it back: they are judged by what was learned of them again.
  void take_back_not_a_change(const Change& change);

  // What users said, and took back, while a visit was under way: it was made with the
  // notes before.
  void keep_said(const PageNotes& other);

  // Error pages in a row.
  std::uint32_t error_run() const { return error_run_; }
  void count_error(bool is_error) { error_run_ = is_error ? error_run_ + 1 : 0; }

  const std::vector<Place>& places() const { return places_; }
  bool operator==(const PageNotes&) const = default;

 private:
  friend std::string to_bytes(const PageNotes& notes);
  friend Result<PageNotes> parse_notes(std::string_view bytes);

  Place* find(std::uint64_t key);
  const Place* find(std::uint64_t key) const;
  // What is known of the one is known of the other.
  void follow(std::uint64_t old_key, std::uint64_t key);
  Place& find_or_add(std::uint64_t key);

  std::vector<Place> places_;
  std::uint32_t error_run_ = 0;
};

// At most 2.2 KiB. Notes that cannot be read, or are of a later form, are an error; the
// caller starts anew.
std::string to_bytes(const PageNotes& notes);
Result<PageNotes> parse_notes(std::string_view bytes);

}  // namespace curlew::detect
