#include "extract/article/markup_words.h"

#include <string>

namespace curlew::extract {
namespace {

struct WordScore {
  std::string_view word;
  int hundredths;
};
constexpr WordScore kScores[] = {
#include "extract/article/model/markup_words.inc"
};

// General words of the web by which authors of markup name the parts of a page.
struct NamedPart {
  std::string_view word;
  Landmark landmark;
};
constexpr NamedPart kNamedParts[] = {
    {"comment", Landmark::kComments},
    {"comments", Landmark::kComments},
    {"commentlist", Landmark::kComments},
    {"respond", Landmark::kComments},
    {"disqus", Landmark::kComments},
    {"replies", Landmark::kComments},
    {"discussion", Landmark::kComments},
    {"kommentare", Landmark::kComments},
    {"related", Landmark::kRelated},
    {"recommended", Landmark::kRelated},
    {"recommendations", Landmark::kRelated},
    {"recirc", Landmark::kRelated},
    {"popular", Landmark::kRelated},
    {"trending", Landmark::kRelated},
    {"more", Landmark::kRelated},
    {"similar", Landmark::kRelated},
    {"teaser", Landmark::kRelated},
    {"suggested", Landmark::kRelated},
    {"latest", Landmark::kRelated},
    {"upsell", Landmark::kRelated},
    {"caption", Landmark::kCaption},
    {"credit", Landmark::kCaption},
    {"gallery", Landmark::kCaption},
    {"slideshow", Landmark::kCaption},
    {"slide", Landmark::kCaption},
    {"image", Landmark::kCaption},
    {"author", Landmark::kPerson},
    {"bio", Landmark::kPerson},
    {"byline", Landmark::kPerson},
    {"profile", Landmark::kPerson},
    {"user", Landmark::kPerson},
    {"autor", Landmark::kPerson},
    {"share", Landmark::kSharing},
    {"sharing", Landmark::kSharing},
    {"social", Landmark::kSharing},
    {"follow", Landmark::kSharing},
    {"newsletter", Landmark::kSignUp},
    {"subscribe", Landmark::kSignUp},
    {"signup", Landmark::kSignUp},
    {"subscription", Landmark::kSignUp},
    {"login", Landmark::kSignUp},
    {"cookie", Landmark::kSignUp},
    {"consent", Landmark::kSignUp},
    {"modal", Landmark::kSignUp},
    {"popup", Landmark::kSignUp},
    {"paywall", Landmark::kSignUp},
    {"ad", Landmark::kAdvert},
    {"ads", Landmark::kAdvert},
    {"advert", Landmark::kAdvert},
    {"advertisement", Landmark::kAdvert},
    {"promo", Landmark::kAdvert},
    {"sponsor", Landmark::kAdvert},
    {"sponsored", Landmark::kAdvert},
    {"cta", Landmark::kAdvert},
    {"banner", Landmark::kAdvert},
    {"promotion", Landmark::kAdvert},
    {"tag", Landmark::kTags},
    {"tags", Landmark::kTags},
    {"topics", Landmark::kTags},
    {"breadcrumb", Landmark::kTags},
    {"breadcrumbs", Landmark::kTags},
    {"categories", Landmark::kTags},
    {"date", Landmark::kDateline},
    {"time", Landmark::kDateline},
    {"published", Landmark::kDateline},
    {"meta", Landmark::kDateline},
    {"timestamp", Landmark::kDateline},
    {"datum", Landmark::kDateline},
    {"body", Landmark::kBody},
    {"content", Landmark::kBody},
    {"entry", Landmark::kBody},
    {"story", Landmark::kBody},
    {"post", Landmark::kBody},
    {"text", Landmark::kBody},
    {"articlebody", Landmark::kBody},
    {"prose", Landmark::kBody},
    {"markdown", Landmark::kBody},
    {"richtext", Landmark::kBody},
};

constexpr std::string_view kPageWords[] = {
    "product",    "products",    "price",      "cart",     "thread",     "post",
    "posts",      "reply",       "replies",    "comment",  "comments",   "message",
    "user",       "avatar",      "docs",       "toc",      "sidebar",    "hero",
    "cta",        "testimonial", "pricing",    "feature",  "features",   "woocommerce",
    "entry",      "single",      "archive",    "category", "blog",       "card",
    "cards",      "grid",        "filter",     "facet",    "pagination", "pager",
    "author",     "byline",      "date",       "related",  "share",      "social",
    "newsletter", "swiper",      "slider",     "carousel", "accordion",  "faq",
    "rating",     "review",      "reviews",    "stock",    "sku",        "forum",
    "topic",      "question",    "answer",     "vote",     "quote",      "signature",
    "highlight",  "code",        "breadcrumb", "form",     "banner",     "section",
    "elementor",  "home",        "page",       "article",  "story",      "teaser",
    "item",       "list",        "tile",       "sort",     "search",     "swatch",
    "collection", "shopify",     "docusaurus", "sphinx",   "body",       "content",
    "headline",   "button",      "btn",        "wp",       "block",      "widget"};

// Open addressing over a table that is mostly empty: most words that are asked for are
// not there, and that is known after one look.
class Vocabulary {
 public:
  Vocabulary() {
    for (const WordScore& each : kScores)
      at(each.word).score = float(each.hundredths) / 100;
    for (const NamedPart& each : kNamedParts) at(each.word).landmark = each.landmark;
    for (std::size_t i = 0; i < std::size(kPageWords); ++i)
      at(kPageWords[i]).page_word = int(i);
  }

  const KnownWord* find(std::string_view word) const {
    const Slot& slot = slots_[slot_of(word)];
    return slot.word.empty() ? nullptr : &slot.known;
  }

 private:
  struct Slot {
    std::string_view word;
    KnownWord known;
  };
  static constexpr std::size_t kSlots = 4096;
  static_assert(std::size(kScores) + std::size(kNamedParts) + std::size(kPageWords) <
                kSlots / 2);

  // Where the word is, or where it would be.
  std::size_t slot_of(std::string_view word) const {
    std::size_t at = hash_of_word(word) % kSlots;
    while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) % kSlots;
    return at;
  }

  KnownWord& at(std::string_view word) {
    Slot& slot = slots_[slot_of(word)];
    slot.word = word;
    return slot.known;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

}  // namespace

std::span<const std::string_view> page_words() { return kPageWords; }

const KnownWord* find_markup_word(std::string_view word) {
  static const Vocabulary kVocabulary;
  return kVocabulary.find(word);
}

void MarkupWords::clear(dom::NodeId nodes) {
  ranges_.assign(nodes, {});
  words_.clear();
}

std::span<const KnownWord* const> MarkupWords::find(dom::Node element) {
  Range& range = ranges_[element.id()];
  range.begin = std::uint32_t(words_.size());
  for_each_markup_word(element, [&](std::string_view word) {
    if (const KnownWord* const known = find_markup_word(word)) words_.push_back(known);
  });
  range.end = std::uint32_t(words_.size());
  return of(element.id());
}

std::span<const KnownWord* const> MarkupWords::of(dom::NodeId element) const {
  const Range& range = ranges_[element];
  return std::span(words_).subspan(range.begin, range.end - range.begin);
}

}  // namespace curlew::extract
