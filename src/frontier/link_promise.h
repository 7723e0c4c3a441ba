// How likely a link leads to a page that its topic accepts, learned from the links that
// were followed. Links are told apart by what is known before they are fetched (the
// anchor text, the page they were found on, how many accepted pages name them, the
// area): 256 classes, of which each starts with a belief and soon goes by what it kept.
// A site leans from its classes one way or the other.
//
// A class that was never tried keeps its belief, however little the others kept: so the
// crawl tries it sooner or later. (A logistic model that shared its weights between
// classes did not: where similar anchor texts misled it, it came to expect nothing of
// any link and never tried the others.)

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frontier/crawl_page.h"

namespace curlew::frontier {

// What is known of the page that a link was found on.
enum class ParentClass : std::uint8_t {
  kNotAccepted,
  // A seed, or a sitemap.
  kUnknown,
  kAccepted,
  // Accepted, and not below the mean of the accepted ones.
  kTypical,
};

// The class of a link in one byte.
std::uint8_t link_class_of(double anchor_similarity, ParentClass parent,
                           std::uint8_t mentions, LinkArea area);
ParentClass parent_of(std::uint8_t link_class);

class LinkPromise {
 public:
  double accepted(std::uint8_t link_class, double site_leaning) const;

  // A link of this class was followed. Moves `site_leaning`, learned from
  // `site_links` earlier ones, too.
  void learn(std::uint8_t link_class, bool was_accepted, float& site_leaning,
             std::uint32_t site_links);

  // The classes that were tried, as numbers to be stored.
  std::vector<float> to_numbers() const;
  // Anything that to_numbers did not give leaves it as new.
  void restore(std::span<const float> numbers);

 private:
  struct Count {
    float tried = 0;
    float accepted = 0;
  };

  std::array<Count, 256> counts_{};
};

}  // namespace curlew::frontier
