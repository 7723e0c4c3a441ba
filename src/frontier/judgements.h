// When the gain of a known page is computed again.
//
// The probability that a page has changed grows with its age, the time since its last
// visit. No heap orders numbers that grow at different speeds, so a page is judged at
// certain ages only, each an eighth above the one before, and keeps that number in
// between. A probability at most doubles when the age doubles (change_model.h), hence
// the number is never more than a ninth too low; a page costs about six judgements
// for each doubling of its age.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "frontier/page_table.h"

namespace curlew::frontier {

// The greatest age in the list of ages that is not above `age`, and the next one; 0 is
// the first, a minute the second.
struct JudgedAge {
  Second now = 0;
  Second next = 0;
};
JudgedAge judged_age(Second age);

class Judgements {
 public:
  struct Judgement {
    Second at = 0;
    Slot slot = kNoSlot;
  };

  void add(Judgement judgement);
  // Takes one that is due; nothing when none is.
  std::optional<Judgement> take_due(Second now);
  // Adds without order; to be followed by reorder().
  void append(Judgement judgement) { heap_.push_back(judgement); }
  // Forgets judgements of pages that wait no more, or for another time.
  void reorder(const PageTable& table);
  std::size_t size() const { return heap_.size(); }
  std::size_t memory_bytes() const { return heap_.capacity() * sizeof(Judgement); }

 private:
  std::vector<Judgement> heap_;
};

}  // namespace curlew::frontier
