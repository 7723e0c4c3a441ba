#include "schedule/news/host_rates.h"

#include <algorithm>

namespace curlew::schedule::news {
namespace {

constexpr double kShrinkBy = 2;          // Sources.
constexpr double kHighestHostRate = 20;  // As in the census: one source is not all.

std::string_view host_of(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme != std::string_view::npos) address.remove_prefix(scheme + 3);
  return address.substr(0, address.find_first_of("/?#"));
}

// FNV-1a, folded to 16 bits: the same in every release and on every machine.
std::uint16_t bucket_of(std::string_view host) {
  std::uint32_t hash = 2'166'136'261u;
  for (const char c : host) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619u;
  }
  return std::uint16_t(hash ^ hash >> 16);
}

}  // namespace

void HostRates::joined(Slot slot, std::string_view address) {
  if (slot == kNoSlot) return;
  if (slot >= bucket_of_.size()) bucket_of_.resize(std::size_t(slot) + 1);
  bucket_of_[slot] = bucket_of(host_of(address));
}

void HostRates::count(Slot slot, double rate) {
  if (slot >= bucket_of_.size()) return;
  Bucket& bucket = buckets_[bucket_of_[slot]];
  bucket.rates += float(std::min(rate, kHighestHostRate));
  ++bucket.sources;
}

double HostRates::expected(Slot slot, double population_rate) const {
  if (slot >= bucket_of_.size()) return population_rate;
  const Bucket& bucket = buckets_[bucket_of_[slot]];
  // One source alone would only speak for itself.
  if (bucket.sources < 2) return population_rate;
  return (bucket.rates + kShrinkBy * population_rate) / (bucket.sources + kShrinkBy);
}

}  // namespace curlew::schedule::news
