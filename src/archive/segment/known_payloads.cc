#include "archive/segment/known_payloads.h"

#include <charconv>

namespace curlew::archive {

std::uint64_t number_of_digest(std::string_view digest) {
  const auto colon = digest.find(':');
  const std::string_view digits = digest.substr(colon + 1, 16);
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number;
}

void KnownPayloads::add(std::string_view digest, const Location& location, Age age) {
  if (most_ == 0 || (age == Age::kOlder && is_full())) return;
  if (segments_.empty() || segments_.back() != location.segment) {
    segments_.push_back(location.segment);
  }
  const std::uint64_t number = number_of_digest(digest);
  const auto segment = static_cast<std::uint32_t>(segments_.size() - 1);
  if (!places_.try_emplace(number, Place{segment, location.offset}).second) return;
  if (age == Age::kOlder) {
    in_order_.push_front(number);
  } else {
    in_order_.push_back(number);
  }
  while (places_.size() > most_) {
    places_.erase(in_order_.front());
    in_order_.pop_front();
  }
}

std::optional<Location> KnownPayloads::find(std::string_view digest) const {
  const auto found = places_.find(number_of_digest(digest));
  if (found == places_.end()) return std::nullopt;
  return Location{.segment = segments_[found->second.segment],
                  .offset = found->second.offset};
}

void KnownPayloads::forget(std::string_view digest) {
  // Its turn to go comes all the same, and finds nothing, or a later one of its digest.
  places_.erase(number_of_digest(digest));
}

}  // namespace curlew::archive
