#include "extract/metadata/title_candidates.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "extract/article/word_cutter.h"

namespace curlew::extract {
namespace {

constexpr std::size_t kMaxCandidates = 40;
constexpr std::size_t kMaxTitleBytes = 400;

using Words = std::vector<std::uint32_t>;  // Hashes.

// How many bytes of the character at the beginning are no part of a word: ASCII signs,
// and the blocks of Latin-1 signs and of general punctuation. 0 for letters and digits.
std::size_t size_of_sign(std::string_view text) {
  const char c = text[0];
  const auto lead = static_cast<unsigned char>(c);
  if (lead < 0x80) return is_ascii_alpha(c) || is_ascii_digit(c) ? 0 : 1;
  if (lead == 0xC2) return 2;
  return lead == 0xE2 ? 3 : 0;
}

// Letters and digits; numbers matter in titles.
Words words_of(std::string_view text) {
  Words words;
  std::string word;
  while (!text.empty()) {
    const std::size_t sign = std::min(size_of_sign(text), text.size());
    if (sign == 0) word += to_ascii_lower(text[0]);
    text.remove_prefix(std::max<std::size_t>(sign, 1));
    if (word.empty() || (sign == 0 && !text.empty())) continue;
    words.push_back(hash_of_word(word));
    word.clear();
  }
  return words;
}

// ASCII letters and digits in a row, for comparing with host names.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_ascii_alpha(c) || is_ascii_digit(c)) out += to_ascii_lower(c);
  return out;
}

std::string in_one_line(std::string_view text) {
  std::string out(utf8_prefix(trimmed(text), kMaxTitleBytes));
  std::ranges::replace(out, '\n', ' ');
  return out;
}

// A sign that parts a title from a site's name, with its spaces.
struct Separator {
  std::size_t begin;
  std::size_t end;
  char sign;  // '|', '-', ':' for all of their kinds.
};

std::size_t sign_at(std::string_view text, char& kind) {
  static constexpr std::pair<std::string_view, char> kSigns[] = {
      {"|", '|'},  {"-", '-'}, {"–", '-'},  {"—", '-'}, {"·", '|'},
      {"»", '|'},  {"•", '|'}, {"›", '|'},  {"~", '-'}, {"/", '-'},
      {"::", ':'}, {":", ':'}, {"｜", '|'}, {"<", '|'}, {">", '|'}};
  if (size_of_sign(text) == 0 && text[0] != '\xEF') return 0;  // As most are: letters.
  for (const auto& [sign, its_kind] : kSigns) {
    if (!text.starts_with(sign)) continue;
    kind = its_kind;
    return sign.size();
  }
  return 0;
}

std::vector<Separator> separators_of(std::string_view text) {
  std::vector<Separator> found;
  for (std::size_t at = 1; at < text.size(); ++at) {
    char kind = 0;
    const std::size_t size = sign_at(text.substr(at), kind);
    if (size == 0) continue;
    const bool space_before = text[at - 1] == ' ';
    const bool space_after = at + size < text.size() && text[at + size] == ' ';
    const bool parts = kind == '|' || (kind == '-' && space_before && space_after) ||
                       (kind == ':' && space_after);
    if (!parts) continue;
    found.push_back({at - space_before, at + size + space_after, kind});
    at += size;
  }
  return found;
}

double overlap(const Words& part, const Words& whole) {
  if (part.empty()) return 0;
  const auto found = std::ranges::count_if(part, [&](std::uint32_t word) {
    return std::ranges::find(whole, word) != whole.end();
  });
  return double(found) / double(part.size());
}

bool contains(const Words& whole, const Words& part) {
  return !part.empty() && std::search(whole.begin(), whole.end(), part.begin(),
                                      part.end()) != whole.end();
}

class Collector {
 public:
  Collector(const Metadata& facts, std::string_view url, const TypeChances& types)
      : facts_(facts),
        types_(types),
        host_(squeezed(host_of(url))),
        path_(words_of(path_of(url))) {
    title_ = in_one_line(facts.title);
    og_ = in_one_line(facts.og_title.empty() ? facts.twitter_title : facts.og_title);
    title_separators_ = separators_of(title_);
    title_words_ = words_of(title_);
    og_words_ = words_of(og_);
    site_words_ = words_of(facts.site_name);
    for (const std::string& heading : facts.h1)
      if (!words_of(heading).empty()) headings_.push_back(in_one_line(heading));
    for (const std::string& heading : headings_)
      heading_words_.push_back(words_of(heading));
    twitter_words_ = words_of(facts.twitter_title);
    description_words_ = words_of(facts.description);
  }

  std::vector<TitleCandidate> run() {
    for (const std::string& heading : headings_) add(heading);
    add_parts(title_);
    add_parts(og_);
    add(in_one_line(facts_.headline));
    for (const JsonLdItem& item : facts_.items) {
      add(in_one_line(item.headline));
      if (item.is("Product")) add(in_one_line(item.name));
    }
    for (std::size_t i = 0; i < found_.size(); ++i) describe(found_[i], votes_[i]);
    return std::move(found_);
  }

 private:
  static std::string_view host_of(std::string_view url) {
    const std::size_t begin = url.find("//");
    if (begin == url.npos) return {};
    std::string_view host = url.substr(begin + 2);
    host = host.substr(0, host.find('/'));
    if (host.starts_with("www.")) host.remove_prefix(4);
    return host;
  }

  static std::string_view path_of(std::string_view url) {
    const std::size_t begin = url.find("//");
    if (begin == url.npos) return {};
    const std::size_t slash = url.find('/', begin + 2);
    return slash == url.npos ? std::string_view() : url.substr(slash);
  }

  void add(std::string_view text) {
    text = trimmed(text);
    if (found_.size() >= kMaxCandidates) return;
    Words words = words_of(text);
    if (words.empty()) return;
    const auto same = std::ranges::find(words_, words);
    if (same != words_.end()) {
      votes_[std::size_t(same - words_.begin())] += 1;
      return;
    }
    found_.push_back({std::string(text), {}});
    votes_.push_back(1);
    words_.push_back(std::move(words));
  }

  // All of it, and what stands before and after every separator, and between two.
  void add_parts(std::string_view text) {
    add(text);
    const std::vector<Separator> separators = separators_of(text);
    for (const Separator& separator : separators) {
      add(text.substr(0, separator.begin));
      add(text.substr(separator.end));
    }
    for (std::size_t i = 0; i + 1 < separators.size(); ++i)
      add(text.substr(separators[i].end, separators[i + 1].begin - separators[i].end));
  }

  static bool is_prefix(const Words& part, const Words& whole) {
    return part.size() <= whole.size() &&
           std::equal(part.begin(), part.end(), whole.begin());
  }

  void describe(TitleCandidate& candidate, int votes) {
    const Words words = words_of(candidate.text);
    std::size_t at = 0;
    const auto put = [&](double value) { candidate.features[at++] = float(value); };
    put(heading_place(words));
    put(double(headings_.size()));
    put(words == title_words_);
    put(is_prefix(words, title_words_));
    put(contains(title_words_, words));
    put(words == og_words_);
    put(is_prefix(words, og_words_));
    put(contains(og_words_, words));
    put(words == twitter_words_);
    put(headline_place(words));
    put(double(words.size()));
    put(double(candidate.text.size()));
    put(overlap(words, title_words_));
    put(overlap(title_words_, words));
    put(overlap(words, og_words_));
    put(overlap(og_words_, words));
    put(best_heading_overlap(words));
    put(heading_within(words));
    put(words == site_words_);
    put(contains(words, site_words_));
    put(overlap(words, site_words_));
    const std::string plain = squeezed(candidate.text);
    put(plain.size() > 2 && host_.find(plain) != std::string::npos);
    put(overlap(words, path_));
    put(overlap(path_, words));
    put(double(separators_of(candidate.text).size()));
    put(double(title_separators_.size()));
    describe_rest(words, candidate.text, put);
    put(double(title_words_.size()));
    put(og_words_.empty());
    put(facts_.og_type.starts_with("article"));
    put(!facts_.published.empty());
    put(double(path_.size()));
    for (const float chance : types_) put(chance);
    put(votes);
    put(headings_.empty()
            ? 0
            : double(words.size()) - double(heading_words_.front().size()));
    put(double(title_words_.size()) - double(words.size()));
    put(overlap(words, description_words_));
  }

  // What of <title> is left when the candidate is its beginning.
  template <typename Put>
  void describe_rest(const Words& words, const std::string& text, const Put& put) {
    const bool begins = is_prefix(words, title_words_);
    const std::string_view rest =
        begins && title_.size() > text.size() && title_.starts_with(text)
            ? std::string_view(title_).substr(text.size())
            : std::string_view();
    const std::string plain = squeezed(rest);
    put(begins ? double(title_words_.size() - words.size()) : -1);
    put(!plain.empty() && host_.find(plain) != std::string::npos);
    const auto cut = std::ranges::find_if(
        title_separators_,
        [&](const Separator& separator) { return separator.begin == text.size(); });
    put(begins && cut != title_separators_.end() ? double(cut->sign) : 0);
  }

  // 1 for the first heading, 2 for the second, ...; 0 when it is none.
  double heading_place(const Words& words) const {
    for (std::size_t i = 0; i < heading_words_.size(); ++i)
      if (heading_words_[i] == words) return double(i + 1);
    return 0;
  }

  double headline_place(const Words& words) const {
    if (words_of(facts_.headline) == words) return 1;
    for (const JsonLdItem& item : facts_.items) {
      if (words_of(item.headline) == words) return 2;
      if (item.is("Product") && words_of(item.name) == words) return 3;
    }
    return 0;
  }

  double best_heading_overlap(const Words& words) const {
    double best = 0;
    for (const Words& heading : heading_words_)
      best = std::max(best, overlap(words, heading));
    return best;
  }

  double heading_within(const Words& words) const {
    double best = 0;
    for (const Words& heading : heading_words_)
      best = std::max(best, overlap(heading, words));
    return best;
  }

  const Metadata& facts_;
  const TypeChances& types_;
  std::string host_;
  Words path_;
  std::string title_;
  std::string og_;
  std::vector<Separator> title_separators_;
  Words title_words_;
  Words og_words_;
  Words site_words_;
  Words twitter_words_;
  Words description_words_;
  std::vector<std::string> headings_;
  std::vector<Words> heading_words_;
  std::vector<TitleCandidate> found_;
  std::vector<Words> words_;  // Of the candidates.
  std::vector<int> votes_;    // How many places say the same.
};

}  // namespace

std::vector<TitleCandidate> title_candidates(const Metadata& facts,
                                             std::string_view url,
                                             const TypeChances& types) {
  return Collector(facts, url, types).run();
}

}  // namespace curlew::extract
