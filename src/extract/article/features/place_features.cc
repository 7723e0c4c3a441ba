#include <algorithm>

#include "extract/article/block_features.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::Tag;
using F = BlockFeature;

constexpr float kFarAway = 1000;

class Places {
 public:
  Places(const BlockSight& sight, FeatureRows& rows) : sight_(sight), rows_(rows) {}

  void run() {
    title_ = find_title_block();
    for (at_ = 0; at_ < rows_.size(); ++at_) {
      describe_distances();
      describe_centre();
      describe_section();
      describe_articles();
      go_past();
    }
    look_ahead();
    describe_ends();
  }

 private:
  void set(F feature, double value) { at(rows_[at_], feature) = float(value); }
  double get(F feature) const { return at(rows_[at_], feature); }

  // The heading most like the title; the first <h1> where none is.
  std::size_t find_title_block() {
    std::size_t best = rows_.size();
    double best_score = 0.6;
    for (at_ = 0; at_ < rows_.size(); ++at_) {
      const Tag tag = sight_.tag(at_);
      const double score =
          get(F::text_in_title) * std::min<double>(sight_.facts(at_).words, 8) / 8 +
          (tag == Tag::kH1 ? 0.7 : 0) + (heading_level(tag) > 1 ? 0.2 : 0);
      if (score <= best_score) continue;
      best_score = score;
      best = at_;
    }
    return best;
  }

  double since(std::ptrdiff_t last) const {
    return last < 0 ? kFarAway : double(std::ptrdiff_t(at_) - last);
  }

  void describe_distances() {
    set(F::place_index, double(at_));
    set(F::place_from_end, double(rows_.size() - at_));
    set(F::place_share,
        share_of(sight_.block(at_).begin, double(sight_.blocks.text.size())));
    const bool has_title = title_ < rows_.size();
    set(F::place_from_title, has_title ? double(at_) - double(title_) : -kFarAway);
    set(F::place_from_prose, since(last_prose_));
    set(F::place_from_link_run, since(last_links_));
    set(F::place_prose_before, share_of(prose_, sight_.outline.prose_bytes));
  }

  void describe_centre() {
    const Node centre = sight_.page.node(sight_.outline.centre);
    const Node node = sight_.page.node(sight_.block(at_).element);
    set(F::place_centre_side, node.id() < centre.id()    ? -1
                              : node.id() < centre.end() ? 0
                                                         : 1);
    Node common = centre;
    int level = 0;
    for (; common && !node.is_inside(common); ++level) common = common.parent();
    set(F::place_centre_level, level);
  }

  void describe_section() {
    set(F::place_from_heading, since(last_heading_));
    if (last_heading_ < 0) return set(F::place_heading_inside, -1);
    const Node heading = sight_.holder(std::size_t(last_heading_));
    set(F::place_heading_level, heading_level(heading.tag()));
    set(F::place_heading_inside,
        sight_.page.node(sight_.block(at_).element).is_inside(heading.parent()));
  }

  // Pages that load one article after another begin with the one asked for.
  void describe_articles() {
    const dom::NodeId end = sight_.block(at_).element;
    for (; next_node_ <= end; ++next_node_) {
      const Tag tag = sight_.page.node(next_node_).tag();
      articles_ += tag == Tag::kArticle;
      images_ += tag == Tag::kImg;
    }
    set(F::place_article, articles_);
    set(F::place_images, images_);
    images_ = 0;
  }

  // How far a block is from both ends of the element that most prose is in.
  void describe_ends() {
    const Node centre = sight_.page.node(sight_.outline.centre);
    std::size_t first = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const dom::NodeId element = sight_.block(i).element;
      if (element < centre.id()) first = i + 1;
      if (element < centre.end()) last = i;
    }
    for (at_ = 0; at_ < rows_.size(); ++at_) {
      set(F::place_in_centre, double(at_) - double(first));
      set(F::place_to_centre_end, double(last) - double(at_));
    }
  }

  void go_past() {
    const auto index = std::ptrdiff_t(at_);
    const double all = sight_.outline.prose_bytes;
    if (sight_.is_prose(at_)) {
      prose_ += sight_.block(at_).size();
      last_prose_ = index;
    }
    set(F::place_prose_after, share_of(all - prose_, all));
    if (heading_level(sight_.tag(at_)) > 0) last_heading_ = index;
    if (get(F::near_links) > 0.7) last_links_ = index;
  }

  // What comes after a block, found from the end.
  void look_ahead() {
    std::ptrdiff_t next_prose = -1;
    double section = 0;  // Prose until the next heading.
    for (at_ = rows_.size(); at_-- > 0;) {
      set(F::place_to_prose,
          next_prose < 0 ? kFarAway : double(next_prose - std::ptrdiff_t(at_)));
      if (heading_level(sight_.tag(at_)) > 0) {
        set(F::place_section_prose, section);
        section = 0;
        continue;
      }
      if (sight_.is_prose(at_)) {
        next_prose = std::ptrdiff_t(at_);
        section += sight_.block(at_).size();
      }
      set(F::place_section_prose, section);
    }
  }

  const BlockSight& sight_;
  FeatureRows& rows_;
  std::size_t at_ = 0;     // The block being described.
  std::size_t title_ = 0;  // The block that says the title.
  // Of what has been passed on the way down the page:
  double prose_ = 0;
  double articles_ = 0;
  double images_ = 0;  // Since the last block.
  dom::NodeId next_node_ = 0;
  std::ptrdiff_t last_prose_ = -1;
  std::ptrdiff_t last_heading_ = -1;
  std::ptrdiff_t last_links_ = -1;
};

}  // namespace

void describe_places(const BlockSight& sight, FeatureRows& rows) {
  Places(sight, rows).run();
}

}  // namespace curlew::extract
