#include "extract/words/vocabulary.h"

namespace curlew::extract {
namespace {

constexpr WordScore kMarkupScores[] = {
#include "extract/words/markup_words.inc"
};
constexpr WordScore kTextScores[] = {
#include "extract/words/text_words.inc"
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

// Words that designers of any site call what helps readers about. Whole words only:
// "menu" in "main-menu", but not in "documenu".
constexpr std::string_view kNavigationWords[] = {
    "breadcrumb", "breadcrumbs", "cookie", "cookies",    "footer", "menu",
    "nav",        "navbar",      "pager",  "navigation", "share",  "pagination",
    "sharing",    "social",      "topbar", "submenu",    "toolbar"};

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

}  // namespace

std::span<const std::string_view> page_words() { return kPageWords; }

MarkupVocabulary::MarkupVocabulary(std::span<const WordScore> scores)
    : words_(scores.size() + std::size(kNamedParts) + std::size(kPageWords) +
             std::size(kNavigationWords)) {
  for (const WordScore& each : scores)
    words_[each.word].score = float(each.hundredths) / 100;
  for (const NamedPart& each : kNamedParts) words_[each.word].landmark = each.landmark;
  for (std::size_t i = 0; i < std::size(kPageWords); ++i)
    words_[kPageWords[i]].page_word = int(i);
  for (const std::string_view word : kNavigationWords)
    words_[word].is_navigation = true;
}

LearnedWords::LearnedWords(std::span<const WordScore> of_markup,
                           std::span<const WordScore> of_text)
    : markup(of_markup), text(of_text.size()) {
  for (const WordScore& each : of_text) text[each.word] = float(each.hundredths) / 100;
}

const LearnedWords& shipped_words() {
  static const LearnedWords kWords(kMarkupScores, kTextScores);
  return kWords;
}

}  // namespace curlew::extract
