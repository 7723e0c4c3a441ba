#include "frontier/judgements.h"

#include <algorithm>
#include <limits>

namespace curlew::frontier {
namespace {

std::vector<Second> make_ages() {
  std::vector<Second> ages{0};
  constexpr double kMost = std::numeric_limits<Second>::max();
  for (double age = 60; age < kMost; age *= 1.125) {
    ages.push_back(static_cast<Second>(age));
  }
  return ages;
}

bool is_later(const Judgements::Judgement& left, const Judgements::Judgement& right) {
  return left.at > right.at;
}

}  // namespace

JudgedAge judged_age(Second age) {
  static const std::vector<Second> ages = make_ages();
  const auto next = std::upper_bound(ages.begin(), ages.end(), age);
  return {*(next - 1), next == ages.end() ? std::numeric_limits<Second>::max() : *next};
}

void Judgements::add(Judgement judgement) {
  heap_.push_back(judgement);
  std::push_heap(heap_.begin(), heap_.end(), is_later);
}

std::optional<Judgements::Judgement> Judgements::take_due(Second now) {
  if (heap_.empty() || heap_.front().at > now) return std::nullopt;
  std::pop_heap(heap_.begin(), heap_.end(), is_later);
  const Judgement due = heap_.back();
  heap_.pop_back();
  return due;
}

void Judgements::reorder(const PageTable& table) {
  std::erase_if(heap_, [&table](const Judgement& judgement) {
    const PageRecord& record = table[judgement.slot];
    return !record.is_waiting_in_line() || record.next_judgement != judgement.at;
  });
  std::make_heap(heap_.begin(), heap_.end(), is_later);
}

}  // namespace curlew::frontier
