// What the card around a link says: its headline, and its teaser.

#pragma once

#include <string>
#include <string_view>

#include "dom/document.h"
#include "dom/node_set.h"
#include "extract/areas/measures.h"

namespace curlew::extract {

// Borrows what it is given. Titles are one line; all are empty where there is none.
class CardText {
 public:
  CardText(const PageMeasures& measures, const dom::NodeSet& left_out)
      : measures_(measures), left_out_(left_out), left_out_of_teasers_(left_out) {}

  // A link that is not part of any teaser.
  void leave_out_of_teasers(dom::Node link) { left_out_of_teasers_.insert(link); }

  std::string text_of(dom::Node node) const;

  // The first heading in it that says something.
  std::string heading_in(dom::Node card) const;
  // Of the siblings just before it, where no links are between.
  std::string heading_before(dom::Node card) const;
  // Of the lines of a link, the one that is its headline: what the markup calls a
  // title, else the first that is not a label or time.
  std::string best_line(dom::Node link, std::string_view lines) const;
  std::string first_sentence(dom::Node card) const;
  // What stands for a picture.
  static std::string label_below(dom::Node link);

  struct Teaser {
    // Left out, like labels, buttons and times.
    std::string_view title;
    // Where its area ends.
    dom::NodeId end = 0;
    // Where the next entry's link is.
    dom::NodeId next = 0;
    std::size_t max_bytes = 0;
  };
  // The text of the card; where it has none, of what follows it up to the next entry.
  std::string summary_of(dom::Node card, const Teaser& teaser) const;

 private:
  const PageMeasures& measures_;
  const dom::NodeSet& left_out_;
  dom::NodeSet left_out_of_teasers_;
};

}  // namespace curlew::extract
