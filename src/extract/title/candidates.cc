#include "extract/title/candidates.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "extract/title/title_words.h"

namespace curlew::extract {
namespace {

constexpr std::size_t kMaxCandidates = 40;
constexpr std::size_t kMaxTitleBytes = 400;

using F = TitleFeature;

std::string in_one_line(std::string_view text) {
  std::string out(utf8_prefix(trimmed(text), kMaxTitleBytes));
  std::ranges::replace(out, '\n', ' ');
  return out;
}

std::string_view site_name_of(std::string_view url) {
  const std::size_t begin = url.find("//");
  if (begin == url.npos) return {};
  std::string_view host = url.substr(begin + 2);
  host = host.substr(0, host.find('/'));
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

std::string_view path_text_of(std::string_view url) {
  const std::size_t begin = url.find("//");
  if (begin == url.npos) return {};
  const std::size_t slash = url.find('/', begin + 2);
  return slash == url.npos ? std::string_view() : url.substr(slash);
}

// What a candidate is compared with.
struct Heading {
  std::string text;
  TitleWords words;
  float text_before;
};

// What JSON-LD and microdata call the page or what is on it.
struct Name {
  std::string text;
  TitleWords words;
  int kind;  // 1 microdata's headline, 2 JSON-LD's, 3 the name of a product.
};

struct Statements {
  std::string title;
  std::vector<TitleSeparator> separators;  // Of `title`.
  TitleWords title_words;
  std::string og;
  TitleWords og_words;
  TitleWords twitter_words;
  TitleWords site_words;
  TitleWords description_words;
  std::string host;
  TitleWords path;
  std::vector<Heading> headings;
  std::size_t main_heading = 0;  // Which has most in common with `title`.
  std::vector<Name> names;

  Statements(const Metadata& facts, std::string_view url)
      : title(in_one_line(facts.title)),
        separators(separators_of(title)),
        title_words(title_words_of(title)),
        og(in_one_line(facts.og_title.empty() ? facts.twitter_title : facts.og_title)),
        og_words(title_words_of(og)),
        twitter_words(title_words_of(facts.twitter_title)),
        site_words(title_words_of(facts.site_name)),
        description_words(title_words_of(facts.description)),
        host(squeezed_letters(site_name_of(url))),
        path(title_words_of(path_text_of(url))) {
    for (const TopHeading& heading : facts.h1) add(heading);
    add(facts.headline, 1);
    for (const JsonLdItem& item : facts.items) {
      add(item.headline, 2);
      if (item.is("Product")) add(item.name, 3);
    }
  }

  void add(std::string_view name, int kind) {
    std::string line = in_one_line(name);
    TitleWords words = title_words_of(line);
    if (!words.empty()) names.push_back({std::move(line), std::move(words), kind});
  }

  void add(const TopHeading& heading) {
    std::string line = in_one_line(heading.text);
    TitleWords words = title_words_of(line);
    if (words.empty()) return;
    headings.push_back({std::move(line), std::move(words), heading.text_before});
    if (overlap(headings.back().words, title_words) >
        overlap(headings[main_heading].words, title_words))
      main_heading = headings.size() - 1;
  }
};

// Fills in the features of a candidate.
class Describer {
 public:
  Describer(const Metadata& facts, const Statements& said, const TypeChances& types)
      : facts_(facts), said_(said), types_(types) {}

  void describe(TitleCandidate& candidate, const TitleWords& words, int votes) {
    row_ = &candidate.features;
    put(F::own_words, double(words.size()));
    put(F::own_bytes, double(candidate.text.size()));
    put(F::own_separators, double(separators_of(candidate.text).size()));
    put(F::said_votes, votes);
    describe_headings(words);
    describe_title(words);
    describe_rest(words, candidate.text);
    describe_statements(words);
    describe_site(words, candidate.text);
    describe_page();
  }

 private:
  void put(F feature, double value) { (*row_)[std::size_t(feature)] = float(value); }

  void describe_headings(const TitleWords& words) {
    const std::vector<Heading>& all = said_.headings;
    double most = 0;
    double inside = 0;
    for (const Heading& heading : all) {
      most = std::max(most, overlap(words, heading.words));
      inside = std::max(inside, overlap(heading.words, words));
    }
    const auto own = std::ranges::find(all, words, &Heading::words);
    const bool is_one = own != all.end();
    const auto place = std::size_t(own - all.begin());
    put(F::heading_place, is_one ? double(place + 1) : 0);
    put(F::heading_count, double(all.size()));
    put(F::heading_overlap, most);
    put(F::heading_inside, inside);
    put(F::heading_words_more,
        all.empty() ? 0 : double(words.size()) - double(all.front().words.size()));
    put(F::heading_is_main, is_one && place == said_.main_heading);
    put(F::heading_text_before, is_one ? own->text_before : -1);
  }

  void describe_title(const TitleWords& words) {
    const TitleWords& title = said_.title_words;
    put(F::title_same, words == title);
    put(F::title_begins, begins_with(title, words));
    put(F::title_has, contains(title, words));
    put(F::title_overlap, overlap(words, title));
    put(F::title_inside, overlap(title, words));
    put(F::title_separators, double(said_.separators.size()));
    put(F::title_words, double(title.size()));
    put(F::title_words_more, double(title.size()) - double(words.size()));
  }

  // What of <title> is left when the candidate is its beginning.
  void describe_rest(const TitleWords& words, const std::string& text) {
    const bool begins = begins_with(said_.title_words, words);
    const std::string_view title(said_.title);
    const std::string_view rest =
        begins && title.size() > text.size() && title.starts_with(text)
            ? title.substr(text.size())
            : std::string_view();
    const std::string plain = squeezed_letters(rest);
    const auto cut =
        std::ranges::find(said_.separators, text.size(), &TitleSeparator::begin);
    put(F::title_rest_words,
        begins ? double(said_.title_words.size() - words.size()) : -1);
    put(F::title_rest_is_host,
        !plain.empty() && said_.host.find(plain) != std::string::npos);
    put(F::title_rest_sign,
        begins && cut != said_.separators.end() ? double(cut->sign) : 0);
  }

  void describe_statements(const TitleWords& words) {
    const TitleWords& og = said_.og_words;
    put(F::said_og, words == og);
    put(F::said_og_begins, begins_with(og, words));
    put(F::said_og_has, contains(og, words));
    put(F::said_og_overlap, overlap(words, og));
    put(F::said_og_inside, overlap(og, words));
    put(F::said_no_og, og.empty());
    put(F::said_twitter, words == said_.twitter_words);
    const auto name = std::ranges::find(said_.names, words, &Name::words);
    put(F::said_headline, name == said_.names.end() ? 0 : name->kind);
    put(F::said_description, overlap(words, said_.description_words));
  }

  void describe_site(const TitleWords& words, const std::string& text) {
    const std::string plain = squeezed_letters(text);
    put(F::site_same, words == said_.site_words);
    put(F::site_inside, contains(words, said_.site_words));
    put(F::site_overlap, overlap(words, said_.site_words));
    put(F::site_is_host,
        plain.size() > 2 && said_.host.find(plain) != std::string::npos);
    put(F::path_overlap, overlap(words, said_.path));
    put(F::path_inside, overlap(said_.path, words));
    put(F::path_words, double(said_.path.size()));
  }

  void describe_page() {
    put(F::page_og_article, facts_.og_type.starts_with("article"));
    put(F::page_has_date, !facts_.published.empty());
    for (std::size_t type = 0; type < types_.size(); ++type)
      put(F(std::size_t(F::type_article) + type), types_[type]);
  }

  const Metadata& facts_;
  const Statements& said_;
  const TypeChances& types_;
  TitleRow* row_ = nullptr;
};

class CandidateCollector {
 public:
  explicit CandidateCollector(const Statements& said) {
    for (const Heading& heading : said.headings) add(heading.text, Origin::kHeading);
    add_parts(said.title, Origin::kTitle);
    add_parts(said.og, Origin::kOther);
    for (const Name& name : said.names) add(name.text, Origin::kOther);
  }

  std::vector<TitleCandidate> described(Describer describer) {
    for (std::size_t i = 0; i < found_.size(); ++i)
      describer.describe(found_[i], words_[i], votes_[i]);
    return std::move(found_);
  }

 private:
  enum class Origin { kHeading, kTitle, kOther };

  void add(std::string_view text, Origin origin) {
    TitleWords words = title_words_of(text);
    if (words.empty()) return;
    const auto same = std::size_t(std::ranges::find(words_, words) - words_.begin());
    if (same == words_.size()) {
      if (found_.size() >= kMaxCandidates) return;
      found_.push_back({.text = std::string(trimmed(text))});
      votes_.push_back(0);
      words_.push_back(std::move(words));
    }
    votes_[same] += 1;
    found_[same].is_heading |= origin == Origin::kHeading;
    found_[same].is_part_of_title |= origin == Origin::kTitle;
  }

  // All of it, and what stands before and after every separator, and between two.
  void add_parts(std::string_view text, Origin origin) {
    add(text, origin);
    const std::vector<TitleSeparator> separators = separators_of(text);
    for (const TitleSeparator& separator : separators) {
      add(text.substr(0, separator.begin), origin);
      add(text.substr(separator.end), origin);
    }
    for (std::size_t i = 0; i + 1 < separators.size(); ++i)
      add(text.substr(separators[i].end, separators[i + 1].begin - separators[i].end),
          origin);
  }

  std::vector<TitleCandidate> found_;
  std::vector<TitleWords> words_;  // Of the candidates.
  std::vector<int> votes_;         // How many places say the same.
};

}  // namespace

std::vector<TitleCandidate> title_candidates(const Metadata& facts,
                                             std::string_view url,
                                             const TypeChances& types) {
  const Statements said(facts, url);
  return CandidateCollector(said).described(Describer(facts, said, types));
}

}  // namespace curlew::extract
