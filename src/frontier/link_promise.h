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
//
// What was learned of classes is used from the next `take` on, so that the frontier is
// re-ordered now and then and not at every report; a site's leaning is used at once.

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
  // With what was last taken.
  double accepted(std::uint8_t link_class, float site_leaning) const {
    return probability(used_[link_class], link_class, site_leaning);
  }

  // A link of this class was followed. Moves `site_leaning`, learned from
  // `site_links` earlier ones, too.
  void learn(std::uint8_t link_class, bool was_accepted, float& site_leaning,
             std::uint32_t site_links);
  // Enough was learned since the last `take`: a thirtieth of all, so that all takes
  // together cost no more than a few re-orderings for each doubling.
  bool should_take() const;
  // Uses what was learned, and `mean` as the usual similarity of an accepted page.
  void take(double mean);
  double usual_similarity() const { return usual_similarity_; }

  // The classes that were tried, as numbers to be stored.
  std::vector<float> to_numbers() const;
  // Anything that to_numbers did not give leaves it as new.
  void restore(std::span<const float> numbers);

 private:
  struct Count {
    float tried = 0;
    float accepted = 0;
  };

  static double probability(const Count& count, std::uint8_t link_class,
                            float site_leaning);

  std::array<Count, 256> learned_{};
  std::array<Count, 256> used_{};
  float usual_similarity_ = 0;
  float outcomes_ = 0;
  float untaken_ = 0;
};

}  // namespace curlew::frontier
