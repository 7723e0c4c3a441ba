// How likely a link leads to a page that its topic accepts, learned from the links that
// were followed: a logistic model over a few classes of what is known of a link before
// it is fetched (its anchor text, the page it was found on, how many accepted pages
// name it, its area), and a leaning of its site.
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
  LinkPromise();

  // With what was last taken.
  double accepted(std::uint8_t link_class, float site_leaning) const {
    return probability(used_, link_class, site_leaning);
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

  std::vector<float> to_numbers() const;
  // Anything that to_numbers did not give leaves it as new.
  void restore(std::span<const float> numbers);

 private:
  static constexpr std::size_t kWeights = 1 + 8 + 4 + 4 + 2;
  using Weights = std::array<float, kWeights>;

  static std::array<std::size_t, 5> features_of(std::uint8_t link_class);
  static double probability(const Weights& weights, std::uint8_t link_class,
                            float site_leaning);

  Weights learned_;
  Weights seen_{};
  Weights used_;
  float usual_similarity_ = -1;
  std::uint32_t untaken_ = 0;
};

}  // namespace curlew::frontier
