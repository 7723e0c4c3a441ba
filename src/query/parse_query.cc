#include "query/parse_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>

#include "base/ascii.h"
#include "base/utf8.h"
#include "query/query_words.h"
#include "text/fold.h"

namespace curlew::query {
namespace {

// Marks that a phrase may stand between. Each needs its own to end it.
struct Quotes {
  std::string_view open;
  std::string_view close;
};
constexpr std::array kQuotes{Quotes{"\"", "\""}, Quotes{"“", "”"}, Quotes{"„", "“"},
                             Quotes{"«", "»"}};
// Shorter prefixes are those of too many words.
constexpr std::size_t kShortestPrefix = 2;
// Fours of words that a parser remembers.
constexpr std::size_t kMostRemembered = 1 << 14;
// What an error repeats of the query.
constexpr std::size_t kLongestQuoted = 40;

struct FactName {
  std::string_view name;
  FactKind kind;
};
constexpr std::array kFactNames{
    FactName{"lang", FactKind::kLanguage}, FactName{"source", FactKind::kSource},
    FactName{"folder", FactKind::kFolder}, FactName{"topic", FactKind::kTopic}};

std::size_t characters_in(std::string_view text) {
  return std::size_t(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::optional<FactKind> fact_named(std::string_view name) {
  for (const FactName& fact : kFactNames) {
    if (fact.name == name) return fact.kind;
  }
  return std::nullopt;
}

std::optional<Field> field_named(std::string_view name) {
  if (name == "title") return Field::kTitle;
  if (name == "author") return Field::kAuthor;
  return std::nullopt;
}

Expression joined(NodeKind kind, std::vector<Expression> children) {
  if (children.size() == 1) return std::move(children.front());
  Expression expression;
  expression.kind = kind;
  for (Expression& child : children) {
    if (child.kind == kind) {
      std::ranges::move(child.children, std::back_inserter(expression.children));
    } else {
      expression.children.push_back(std::move(child));
    }
  }
  return expression;
}

Expression to_expression(Field field, std::vector<Word> words) {
  Expression expression;
  expression.phrase = {field, std::move(words)};
  return expression;
}

// Whether anything but the absence of words could make it true.
bool asks_for_something(const Expression& expression, bool is_negated = false) {
  if (expression.kind == NodeKind::kNot)
    return asks_for_something(expression.children.front(), !is_negated);
  if (expression.children.empty()) return !is_negated;
  return std::ranges::any_of(expression.children,
                             [is_negated](const Expression& child) {
                               return asks_for_something(child, is_negated);
                             });
}

// By recursive descent: or, and, not, operand. Depth is bounded by the limits.
class Parser {
 public:
  Parser(std::string_view text, QueryWords& words, Synonyms synonyms,
         const QueryLimits& limits)
      : text_(text),
        words_(words),
        has_synonyms_(synonyms == Synonyms::kUsed),
        limits_(limits) {
    words_.begin(text);
  }

  Result<Expression> run() {
    skip_space();
    if (is_at_end()) return error(0, "nothing is asked for");
    // Nine of ten standing queries are this; descending costs as much as the words.
    if (is_one_operand()) return parse_words(Field::kAnywhere, WordForm::kAny);
    TRY_ASSIGN(Expression expression, parse_or(Field::kAnywhere, 0));
    if (!is_at_end()) return error(at_, "there is no parenthesis that this one closes");
    if (!asks_for_something(expression))
      return error(0, "only NOT: say what is wanted, too");
    return expression;
  }

 private:
  Error error(std::size_t byte, std::string_view reason) const {
    return {
        ErrorKind::kUsage,
        fmt::format("query:{}: {}", characters_in(text_.substr(0, byte)) + 1, reason)};
  }

  // A word of small ASCII letters, or a phrase.
  bool is_one_operand() const {
    if (text_.front() == '"') return text_.find('"', 1) == text_.size() - 1;
    return std::ranges::all_of(text_, is_ascii_lower);
  }

  bool is_at_end() const { return at_ >= text_.size(); }
  std::string_view rest() const { return text_.substr(at_); }
  bool is_at(char c) const { return !is_at_end() && text_[at_] == c; }
  void skip_space() {
    while (!is_at_end() && is_ascii_space(text_[at_])) ++at_;
  }

  // Asked for every byte: the first bytes of all of them are looked at first.
  const Quotes* quotes_at(std::size_t byte) const {
    const char first = byte < text_.size() ? text_[byte] : ' ';
    if (first != '"' && first != '\xE2' && first != '\xC2') return nullptr;
    for (const Quotes& quotes : kQuotes) {
      if (text_.substr(byte).starts_with(quotes.open)) return &quotes;
    }
    return nullptr;
  }

  // The end of a run without spaces, parentheses and quotation marks.
  std::size_t end_of_piece() const {
    std::size_t end = at_;
    while (end < text_.size() && !is_ascii_space(text_[end]) && text_[end] != '(' &&
           text_[end] != ')' && !quotes_at(end)) {
      ++end;
    }
    return end;
  }

  // Takes an operator, which is a word in capitals.
  bool take(std::string_view name) {
    if (!rest().starts_with(name) || end_of_piece() != at_ + name.size()) return false;
    at_ += name.size();
    skip_space();
    return true;
  }

  // Most queries are one word: nothing is allocated for what is not there.
  Result<Expression> parse_or(Field field, std::size_t depth) {
    Result<Expression> first = parse_and(field, depth);
    if (!first || !take("OR")) return first;
    std::vector<Expression> children;
    children.push_back(*std::move(first));
    do {
      TRY_ASSIGN(Expression child, parse_and(field, depth));
      children.push_back(std::move(child));
    } while (take("OR"));
    return joined(NodeKind::kOr, std::move(children));
  }

  bool is_at_or() {
    const std::size_t begin = at_;
    const bool found = take("OR");
    at_ = begin;
    return found;
  }

  bool goes_on() {
    skip_space();
    return take("AND") || (!is_at_end() && !is_at(')') && !is_at_or());
  }

  Result<Expression> parse_and(Field field, std::size_t depth) {
    Result<Expression> first = parse_not(field, depth);
    if (!first || !goes_on()) return first;
    std::vector<Expression> children;
    children.push_back(*std::move(first));
    do {
      TRY_ASSIGN(Expression child, parse_not(field, depth));
      children.push_back(std::move(child));
    } while (goes_on());
    return joined(NodeKind::kAnd, std::move(children));
  }

  Result<Expression> parse_not(Field field, std::size_t depth) {
    const std::size_t begin = at_;
    bool is_not = take("NOT");
    if (!is_not && is_at('-')) {
      is_not = true;
      ++at_;
      if (is_at_end() || is_ascii_space(text_[at_]))
        return error(begin, "there is no word right behind the '-'");
    }
    if (!is_not) return parse_operand(field, depth);
    if (depth >= limits_.depth) return too_deep(begin);
    if (is_at_end()) return error(begin, "there is no word behind the NOT");
    TRY_ASSIGN(Expression child, parse_not(field, depth + 1));
    Expression expression;
    expression.kind = NodeKind::kNot;
    expression.children.push_back(std::move(child));
    return expression;
  }

  Error too_deep(std::size_t byte) const {
    return error(byte, fmt::format("nested deeper than {} levels", limits_.depth));
  }

  Result<Expression> parse_operand(Field field, std::size_t depth) {
    if (is_at_end()) return error(at_, "the query ends where a word should follow");
    if (is_at(')')) return error(at_, "a word should stand before the parenthesis");
    for (const std::string_view name : {"AND", "OR"}) {
      const std::size_t begin = at_;
      if (take(name))
        return error(begin, fmt::format("a word should stand before {}", name));
    }
    if (is_at('(')) return parse_group(field, depth);
    if (is_at('=')) {
      ++at_;
      return parse_words(field, WordForm::kExact);
    }
    if (quotes_at(at_)) return parse_words(field, WordForm::kAny);
    const std::string_view piece = rest().substr(0, end_of_piece() - at_);
    const std::size_t colon = piece.find(':');
    const bool is_named =
        colon != piece.npos && colon > 0 &&
        std::all_of(piece.begin(), piece.begin() + std::ptrdiff_t(colon),
                    is_ascii_alpha);
    return is_named ? parse_named(piece.substr(0, colon), field, depth)
                    : parse_words(field, WordForm::kAny);
  }

  Result<Expression> parse_group(Field field, std::size_t depth) {
    const std::size_t begin = at_++;
    if (depth >= limits_.depth) return too_deep(begin);
    skip_space();
    if (is_at_end()) return error(begin, "the parenthesis is not closed");
    TRY_ASSIGN(Expression inside, parse_or(field, depth + 1));
    if (!is_at(')')) return error(begin, "the parenthesis is not closed");
    ++at_;
    return inside;
  }

  Result<Expression> parse_named(std::string_view name, Field field,
                                 std::size_t depth) {
    const std::size_t begin = at_;
    at_ += name.size() + 1;
    if (const auto kind = fact_named(name)) return parse_fact(*kind, begin);
    const auto named = field_named(name);
    if (!named) {
      return error(begin,
                   fmt::format("there is no field '{}'; there are title, author, lang, "
                               "source, folder and topic",
                               utf8_prefix(name, kLongestQuoted)));
    }
    if (field != Field::kAnywhere) return error(begin, "a field within a field");
    if (is_at_end() || is_ascii_space(text_[at_]))
      return error(begin, fmt::format("there is no word right behind '{}:'", name));
    return parse_operand(*named, depth);
  }

  // What stands between quotation marks, or up to the next space.
  Result<std::string_view> take_piece() {
    const Quotes* const quotes = quotes_at(at_);
    const std::size_t begin = at_;
    if (!quotes) {
      at_ = end_of_piece();
      return text_.substr(begin, at_ - begin);
    }
    const std::size_t inside = begin + quotes->open.size();
    const std::size_t end = text_.find(quotes->close, inside);
    if (end == text_.npos) return error(begin, "the quotation mark is not closed");
    at_ = end + quotes->close.size();
    return text_.substr(inside, end - inside);
  }

  Result<Expression> parse_fact(FactKind kind, std::size_t begin) {
    TRY_ASSIGN(const std::string_view piece, take_piece());
    std::string_view value = trimmed(piece);
    TRY(count(1, begin));
    Expression expression;
    expression.kind = NodeKind::kFact;
    expression.fact.kind = kind;
    if (kind == FactKind::kLanguage) {
      const text::Language language = text::to_language(value);
      if (language == text::Language::kUnknown)
        return error(begin, fmt::format("'{}' is not the code of a known language",
                                        utf8_prefix(value, kLongestQuoted)));
      value = text::code_of(language);
    }
    if (kind == FactKind::kFolder) {
      while (value.starts_with('/')) value.remove_prefix(1);
      while (value.ends_with('/')) value.remove_suffix(1);
    }
    expression.fact.value = text::fold(value);
    if (expression.fact.value.empty()) return error(begin, "the field has no value");
    return expression;
  }

  Result<void> count(std::size_t leaves, std::size_t byte) {
    leaves_ += leaves;
    if (leaves_ <= limits_.leaves) return {};
    return error(byte, fmt::format("more than {} words", limits_.leaves));
  }

  Result<Expression> parse_words(Field field, WordForm form) {
    const std::size_t begin = at_;
    TRY_ASSIGN(const std::string_view piece, take_piece());
    std::vector<Word> words = words_.read(piece, form, limits_.leaves + 1);
    if (words.empty())
      return error(begin, fmt::format("no letter or digit in '{}'",
                                      utf8_prefix(piece, kLongestQuoted)));
    TRY(check_stars(piece, words));
    TRY(count(words.size(), begin));
    std::vector<std::vector<Word>> phrases;
    if (has_synonyms_ && form == WordForm::kAny &&
        piece.find_first_of("*=") == piece.npos)
      synonyms_ += words_.add_synonyms(words, phrases, limits_.leaves - synonyms_);
    if (phrases.empty()) return to_expression(field, std::move(words));
    std::vector<Expression> ways;
    ways.push_back(to_expression(field, std::move(words)));
    for (std::vector<Word>& phrase : phrases)
      ways.push_back(to_expression(field, std::move(phrase)));
    return joined(NodeKind::kOr, std::move(ways));
  }

  // Each star ends a word that is long enough.
  Result<void> check_stars(std::string_view piece, std::span<const Word> words) const {
    const std::size_t begin = std::size_t(piece.data() - text_.data());
    std::ptrdiff_t stars = 0;
    for (std::size_t star = piece.find('*'); star != piece.npos;
         star = piece.find('*', star + 1), ++stars) {
      if (star + 1 < piece.size() && !is_ascii_space(piece[star + 1]))
        return error(begin + star, "a '*' must be the end of a word");
    }
    if (stars == 0) return {};
    const std::size_t first = begin + piece.find('*');
    if (std::ranges::count_if(words, &Word::is_prefix) != stars)
      return error(first, "a '*' must follow a letter or digit");
    for (const Word& word : words) {
      if (word.is_prefix && characters_in(word.terms.front()) < kShortestPrefix)
        return error(first, fmt::format("fewer than {} letters before the '*'",
                                        kShortestPrefix));
    }
    return {};
  }

  std::string_view text_;
  QueryWords& words_;
  bool has_synonyms_;
  const QueryLimits& limits_;
  std::size_t at_ = 0;
  std::size_t leaves_ = 0;
  std::size_t synonyms_ = 0;
};

// Longer ones are not looked at.
Result<Expression> parse_within(std::string_view text, QueryWords& words,
                                Synonyms synonyms, const QueryLimits& limits) {
  if (text.size() > limits.bytes) {
    return Error{ErrorKind::kUsage, fmt::format("query:{}: longer than {} bytes",
                                                limits.bytes + 1, limits.bytes)};
  }
  return Parser(text, words, synonyms, limits).run();
}

}  // namespace

Result<Expression> parse_query(std::string_view text, const Dictionary& dictionary,
                               Synonyms synonyms, const QueryLimits& limits) {
  QueryWords words(dictionary, 4);
  return parse_within(text, words, synonyms, limits);
}

QueryParser::QueryParser(const Dictionary& dictionary, Synonyms synonyms,
                         std::size_t expected_queries, QueryLimits limits)
    : words_(std::make_unique<QueryWords>(
          dictionary,
          4 * std::clamp<std::size_t>(expected_queries, 1, kMostRemembered))),
      synonyms_(synonyms),
      limits_(limits) {}

QueryParser::~QueryParser() = default;

Result<Expression> QueryParser::parse(std::string_view text) {
  return parse_within(text, *words_, synonyms_, limits_);
}

}  // namespace curlew::query
