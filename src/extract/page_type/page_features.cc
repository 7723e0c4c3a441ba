#include "extract/page_type/page_features.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "extract/words/markup_words.h"
#include "extract/words/word_cutter.h"

namespace curlew::extract {
namespace {

using dom::Node;
using dom::Tag;

// Words that many sites of one kind use in addresses, markup and short texts.
constexpr std::string_view kAddressWords[] = {
    "blog",      "news",          "article",     "articles",
    "post",      "posts",         "story",       "press",
    "archive",   "archives",      "tag",         "tags",
    "category",  "categories",    "collections", "collection",
    "shop",      "store",         "product",     "products",
    "item",      "forum",         "forums",      "thread",
    "threads",   "topic",         "viewtopic",   "showthread",
    "questions", "discussion",    "community",   "docs",
    "doc",       "documentation", "reference",   "manual",
    "guide",     "guides",        "api",         "wiki",
    "help",      "support",       "learn",       "tutorial",
    "tutorials", "services",      "service",     "solutions",
    "about",     "pricing",       "features",    "events",
    "jobs",      "search",        "resources",   "library",
    "recipes",   "reviews",       "t",           "p",
    "c",         "cat",           "stable",      "latest",
    "en",        "index",         "html"};

constexpr std::string_view kTextWords[] = {
    "add",     "cart",         "price",   "reply",  "posted",    "comments", "comment",
    "quote",   "views",        "replies", "sort",   "filter",    "items",    "results",
    "reviews", "review",       "buy",     "shop",   "sale",      "read",     "more",
    "author",  "min",          "ago",     "joined", "member",    "likes",    "share",
    "contact", "services",     "free",    "get",    "learn",     "next",     "previous",
    "edit",    "page",         "version", "demo",   "pricing",   "stock",    "shipping",
    "quick",   "view",         "load",    "show",   "published", "updated",  "by",
    "faq",     "testimonials", "about"};

constexpr std::string_view kItemTypes[] = {"NewsArticle",
                                           "BlogPosting",
                                           "Article",
                                           "TechArticle",
                                           "Product",
                                           "ItemList",
                                           "CollectionPage",
                                           "DiscussionForumPosting",
                                           "QAPage",
                                           "Question",
                                           "FAQPage",
                                           "WebPage",
                                           "Organization",
                                           "LocalBusiness",
                                           "Service",
                                           "BreadcrumbList",
                                           "Person",
                                           "Event",
                                           "Offer",
                                           "AggregateRating",
                                           "Review",
                                           "WebSite",
                                           "Comment",
                                           "ImageObject",
                                           "ListItem",
                                           "Recipe",
                                           "VideoObject",
                                           "AboutPage",
                                           "SoftwareApplication",
                                           "Course",
                                           "Blog",
                                           "ProfilePage"};

template <std::size_t N>
int place_in(const std::string_view (&words)[N], std::string_view word) {
  const auto* const found = std::ranges::find(words, word);
  return found == std::end(words) ? -1 : int(found - words);
}

// A place for each word of a list, found by hash.
template <std::size_t N>
class WordCounts {
 public:
  explicit WordCounts(const std::string_view (&words)[N]) : words_(words) {
    for (std::size_t i = 0; i < N; ++i)
      slots_[slot_for(words[i])] = std::int16_t(i + 1);
  }

  int find(std::string_view word) const {
    for (std::size_t at = hash_of_word(word) % kSlots; slots_[at] != 0;
         at = (at + 1) % kSlots)
      if (words_[slots_[at] - 1] == word) return slots_[at] - 1;
    return -1;
  }

 private:
  static constexpr std::size_t kSlots = 1024;

  std::size_t slot_for(std::string_view word) const {
    std::size_t at = hash_of_word(word) % kSlots;
    while (slots_[at] != 0) at = (at + 1) % kSlots;
    return at;
  }

  const std::string_view (&words_)[N];
  std::array<std::int16_t, kSlots> slots_{};
};

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::string_view path_of(std::string_view url) {
  const std::size_t scheme = url.find("//");
  if (scheme == url.npos) return url;
  const std::size_t slash = url.find('/', scheme + 2);
  return slash == url.npos ? std::string_view() : url.substr(slash);
}

std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find("//");
  if (scheme == url.npos) return {};
  return url.substr(scheme + 2, url.find('/', scheme + 2) - scheme - 2);
}

class PageDescriber {
 public:
  PageDescriber(const PageSight& sight, std::vector<float>& out,
                std::vector<std::string>* names)
      : sight_(sight), out_(out), names_(names) {}

  void run() {
    describe_statements();
    describe_address();
    describe_elements();
    describe_text();
  }

 private:
  void add(double value, std::string_view name, std::string_view detail = "") {
    out_.push_back(float(value));
    if (names_ == nullptr) return;
    names_->push_back(std::string(name));
    names_->back() += detail;
  }

  void describe_statements() {
    const Metadata& facts = sight_.facts;
    add(facts.og_type.empty(), "said_no_type");
    add(facts.og_type.starts_with("article"), "said_article");
    add(facts.og_type.starts_with("website"), "said_website");
    add(facts.og_type.find("product") != std::string::npos, "said_product");
    add(!facts.published.empty(), "said_published");
    add(!facts.modified.empty(), "said_modified");
    add(!facts.author.empty(), "said_author");
    add(!facts.first_time.empty(), "said_time");
    add(!facts.og_title.empty(), "said_og_title");
    add(double(facts.description.size()), "said_description");
    add(double(facts.title.size()), "said_title");
    std::array<double, std::size(kItemTypes)> counts{};
    double headlines = 0;
    for (const JsonLdItem& item : facts.items) {
      headlines += !item.headline.empty();
      for (const std::string& type : item.types)
        if (const int at = place_in(kItemTypes, type); at >= 0)
          counts[std::size_t(at)] += 1;
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
      add(counts[i], "item_", kItemTypes[i]);
    add(headlines, "item_headlines");
    add(double(facts.items.size()), "item_all");
  }

  void describe_address() {
    const std::string_view path = path_of(sight_.url);
    const std::string_view bare = path.substr(0, path.find_first_of("?#"));
    add(sight_.url.empty(), "address_unknown");
    add(double(std::ranges::count(bare, '/')), "address_slashes");
    add(double(bare.size()), "address_bytes");
    const std::string_view last = bare.substr(0, bare.find_last_not_of('/') + 1);
    const std::string_view name = last.substr(last.find_last_of('/') + 1);
    add(double(std::ranges::count(name, '-') + std::ranges::count(name, '_')),
        "address_hyphens");
    add(double(std::ranges::count_if(bare, is_ascii_digit)), "address_digits");
    add(bare.ends_with('/'), "address_folder");
    add(name.find('.') != name.npos, "address_file");
    add(path.size() > bare.size(), "address_query");
    static const WordCounts kWords(kAddressWords);
    std::array<bool, std::size(kAddressWords)> found{};
    const auto mark = [&](std::string_view word) {
      if (const int at = kWords.find(word); at >= 0) found[std::size_t(at)] = true;
    };
    for_each_word(bare, mark);
    for_each_word(host_of(sight_.url), mark);
    for (std::size_t i = 0; i < found.size(); ++i)
      add(found[i], "address_", kAddressWords[i]);
  }

  void describe_elements() {
    std::vector<double> words(page_words().size());
    std::array<double, std::size_t(Tag::kCount)> tags{};
    double elements = 0;
    for (dom::NodeId id = 0; id < sight_.page.size(); ++id) {
      const Node node = sight_.page.node(id);
      if (!node.is_element()) continue;
      elements += 1;
      tags[std::size_t(node.tag())] += 1;
      for (const KnownWord* const word : sight_.outline.words->of(id))
        if (word->page_word >= 0) words[std::size_t(word->page_word)] += 1;
    }
    add(elements, "tags_all");
    for (const Tag tag :
         {Tag::kA,      Tag::kP,       Tag::kLi,      Tag::kH1,         Tag::kH2,
          Tag::kH3,     Tag::kH4,      Tag::kImg,     Tag::kForm,       Tag::kInput,
          Tag::kButton, Tag::kTable,   Tag::kTr,      Tag::kPre,        Tag::kCode,
          Tag::kTime,   Tag::kArticle, Tag::kSection, Tag::kBlockquote, Tag::kFigure,
          Tag::kSelect, Tag::kVideo,   Tag::kIframe,  Tag::kDt,         Tag::kSvg})
      add(tags[std::size_t(tag)], "tags_", dom::to_name(tag));
    for (std::size_t i = 0; i < words.size(); ++i)
      add(words[i], "markup_", page_words()[i]);
  }

  void describe_text() {
    static const WordCounts kWords(kTextWords);
    std::array<double, std::size(kTextWords)> words{};
    double links = 0, prose = 0, prices = 0, years = 0, clocks = 0, link_blocks = 0;
    double headings = 0, longest = 0, short_links = 0, questions = 0, long_links = 0;
    const double bytes = double(sight_.blocks.text.size());
    const double count = double(sight_.blocks.blocks.size());
    for (std::size_t i = 0; i < sight_.blocks.blocks.size(); ++i) {
      const Block& block = sight_.blocks.blocks[i];
      const TextFacts& text = sight_.outline.texts[i];
      links += block.link_bytes;
      prose += is_prose(block, text);
      if (is_prose(block, text)) longest = std::max(longest, double(text.words));
      prices += text.currencies > 0 && text.digits > 0 && text.words < 12;
      years += text.years > 0 && text.words < 12;
      clocks += text.clock_times > 0 && text.words < 12;
      const bool is_link = block.link_bytes * 10 > block.size() * 9;
      link_blocks += is_link;
      short_links += is_link && text.words < 4;
      long_links += is_link && text.words >= 6;
      const Tag tag = sight_.page.node(block.holder).tag();
      headings += tag >= Tag::kH1 && tag <= Tag::kH6;
      if (text.words > 12) continue;
      questions += sight_.blocks.text_of(block).ends_with('?');
      for_each_word(sight_.blocks.text_of(block), [&](std::string_view word) {
        if (const int at = kWords.find(word); at >= 0) words[std::size_t(at)] += 1;
      });
    }
    add(bytes, "text_bytes");
    add(count, "text_blocks");
    add(share(links, bytes), "text_link_share");
    add(prose, "text_prose_blocks");
    add(sight_.outline.prose_bytes, "text_prose_bytes");
    add(share(sight_.outline.prose_bytes, bytes), "text_prose_share");
    add(share(sight_.outline.prose_bytes, prose), "text_prose_mean");
    add(longest, "text_prose_longest");
    const ElementFacts& centre = sight_.outline.elements.empty()
                                     ? ElementFacts{}
                                     : sight_.outline.elements[sight_.outline.centre];
    add(share(centre.prose_bytes, sight_.outline.prose_bytes), "text_centre_share");
    add(share(centre.link_bytes, centre.bytes), "text_centre_links");
    add(prices, "text_prices");
    add(years, "text_years");
    add(clocks, "text_clocks");
    add(share(link_blocks, count), "text_link_blocks");
    add(short_links, "text_short_links");
    add(long_links, "text_long_links");
    add(headings, "text_headings");
    add(questions, "text_questions");
    for (std::size_t i = 0; i < words.size(); ++i)
      add(words[i], "word_", kTextWords[i]);
    add(most_alike(), "text_most_alike");
  }

  // The longest run of elements made alike that hold more than a few words each.
  double most_alike() const {
    double most = 0;
    for (const ElementFacts& element : sight_.outline.elements)
      if (element.alike_siblings > most && element.bytes > 60)
        most = element.alike_siblings;
    return most;
  }

  const PageSight sight_;
  std::vector<float>& out_;
  std::vector<std::string>* names_;
};

}  // namespace

void describe_page(const PageSight& sight, std::vector<float>& out) {
  out.clear();
  PageDescriber(sight, out, nullptr).run();
}

namespace {

// By JSON-LD, of one thing: forums' programs call every thread an article by og:type.
bool says_article(const Metadata& facts) {
  int articles = 0;
  for (const JsonLdItem& item : facts.items) {
    for (const std::string& type : item.types) {
      if (type == "DiscussionForumPosting" || type == "QAPage" || type == "Question")
        return false;
      articles += type == "NewsArticle" || type == "BlogPosting" || type == "Article" ||
                  type == "ReportageNewsArticle" || type == "OpinionNewsArticle";
    }
  }
  return articles == 1;
}

int links_up_to(int limit, const dom::Document& page) {
  int links = 0;
  for (dom::NodeId id = 0; id < page.size() && links < limit; ++id) {
    const dom::Node node = page.node(id);
    links += node.is_element() && node.tag() == dom::Tag::kA;
  }
  return links;
}

double story_words(const PageSight& sight) {
  double words = 0;
  for (std::size_t i = 0; i < sight.blocks.blocks.size(); ++i) {
    const Block& block = sight.blocks.blocks[i];
    const auto& landmarks = sight.outline.elements[block.holder].landmark;
    if (landmarks[std::size_t(Landmark::kComments)] == 0 &&
        is_prose(block, sight.outline.texts[i]))
      words += sight.outline.texts[i].words;
  }
  return words;
}

}  // namespace

void prefer_stories(const PageSight& sight, std::array<float, 7>& types) {
  constexpr double kStory = 120;  // Words.
  constexpr double kNote = 25;
  constexpr int kFewestLinks = 4;
  const int links = links_up_to(kFewestLinks, sight.page);
  if (links == 0 || (links < kFewestLinks && story_words(sight) >= kNote)) {
    types[std::size_t(model::PageType::kListing)] = 0;
    types[std::size_t(model::PageType::kCollection)] = 0;
  }
  float& article = types[std::size_t(model::PageType::kArticle)];
  float& forum = types[std::size_t(model::PageType::kForum)];
  if (forum <= article || !says_article(sight.facts)) return;
  if (story_words(sight) >= kStory) std::swap(article, forum);
}

const std::vector<std::string>& page_feature_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    std::vector<float> values;
    const dom::Document page;
    const Metadata facts;
    const PageBlocks blocks;
    const Outline outline;
    PageDescriber({page, facts, blocks, outline, ""}, values, &names).run();
    return names;
  }();
  return kNames;
}

}  // namespace curlew::extract
