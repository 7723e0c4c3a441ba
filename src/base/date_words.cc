#include "base/date_words.h"

#include <algorithm>
#include <cstdint>

#include "base/ascii.h"

namespace curlew {
namespace {

struct Name {
  std::string_view prefix;
  int month;
};

// Prefixes long enough to tell the months of all these languages apart: Catalan, Czech,
// Danish, Dutch, English, Estonian, Finnish, French, German, Greek, Hungarian,
// Indonesian, Italian, Norwegian, Polish, Portuguese, Romanian, Russian, Spanish,
// Swedish, Turkish, Ukrainian. The longest prefix that fits wins: Finnish "marraskuu"
// is no March.
constexpr auto kNames = std::to_array<Name>({
    {"abr", 4},    {"ago", 8},     {"agu", 8},     {"aou", 8},   {"apr", 4},
    {"ara", 12},   {"aug", 8},     {"avg", 8},     {"avr", 4},   {"bre", 3},
    {"cerven", 6}, {"cervenc", 7}, {"cervene", 7}, {"cervn", 6}, {"cze", 6},
    {"dec", 12},   {"des", 12},    {"dets", 12},   {"dez", 12},  {"dic", 12},
    {"dub", 4},    {"eki", 10},    {"elo", 8},     {"ene", 1},   {"eyl", 9},
    {"feb", 2},    {"fev", 2},     {"gen", 1},     {"giu", 6},   {"gru", 12},
    {"haz", 6},    {"hein", 7},    {"helm", 2},    {"huht", 4},  {"ian", 1},
    {"iul", 7},    {"iun", 6},     {"jaan", 1},    {"jan", 1},   {"jou", 12},
    {"juil", 7},   {"juin", 6},    {"jul", 7},     {"jun", 6},   {"juul", 7},
    {"juun", 6},   {"kas", 11},    {"kes", 6},     {"kve", 5},   {"kwi", 4},
    {"led", 1},    {"lip", 7},     {"lis", 11},    {"lok", 10},  {"lug", 7},
    {"lut", 2},    {"maa", 3},     {"mag", 5},     {"mai", 5},   {"maj", 5},
    {"mar", 3},    {"marra", 11},  {"may", 5},     {"mei", 5},   {"mrt", 3},
    {"nis", 4},    {"noi", 11},    {"nov", 11},    {"oca", 1},   {"oct", 10},
    {"okt", 10},   {"ott", 10},    {"out", 10},    {"paz", 10},  {"pro", 12},
    {"rij", 10},   {"sep", 9},     {"set", 9},     {"sie", 8},   {"srp", 8},
    {"sty", 1},    {"sub", 2},     {"syy", 9},     {"sze", 9},   {"tamm", 1},
    {"tem", 7},    {"tou", 5},     {"uno", 2},     {"vee", 2},   {"wrz", 9},
    {"zar", 9},    {"απρ", 4},     {"αυγ", 8},     {"δεκ", 12},  {"ιαν", 1},
    {"ιουλ", 7},   {"ιουν", 6},    {"μαι", 5},     {"μαρ", 3},   {"νοε", 11},
    {"οκτ", 10},   {"σεπ", 9},     {"φεβ", 2},     {"авг", 8},   {"апр", 4},
    {"бер", 3},    {"вер", 9},     {"гру", 12},    {"дек", 12},  {"жов", 10},
    {"июл", 7},    {"июн", 6},     {"кві", 4},     {"лип", 7},   {"лис", 11},
    {"лют", 2},    {"май", 5},     {"мар", 3},     {"мая", 5},   {"ноя", 11},
    {"окт", 10},   {"сен", 9},     {"сер", 8},     {"січ", 1},   {"тра", 5},
    {"фев", 2},    {"чер", 6},     {"янв", 1},
});
static_assert(std::ranges::is_sorted(kNames, {}, &Name::prefix));

// Where the names that begin with a byte begin: a search among 120 costs too much where
// feeds hold thousands of dates.
constexpr auto kFirstOf = [] {
  std::array<std::uint8_t, 257> first{};
  for (const Name& name : kNames)
    ++first[static_cast<unsigned char>(name.prefix.front()) + 1u];
  for (std::size_t byte = 1; byte < first.size(); ++byte)
    first[byte] += first[byte - 1];
  return first;
}();

// Beginnings of the days' names in the larger ones of these languages, from Sunday on.
constexpr auto kWeekdays = std::to_array<std::string_view>(
    {"sun son dim dom zon κυρ вос нед nie ned", "mon lun seg maa man pon δευ пон",
     "tue die dien mar ter din tir tis ute wto τρι вто вів",
     "wed mit mie mer qua woe ons str sro τετ сре",
     "thu don jeu jue gio qui tor czw ctv πεμ чет",
     "fri fre vie ven sex vri pia pat παρ пят", "sat sam sab zat lor sob σαβ суб"});

// U+00C0..U+017F to their base letters; '*' is not a letter.
constexpr std::string_view kLatin =
    "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo*ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kLatin.size() == 0x180 - 0xC0);

// Capital letters U+0391..U+03A9 are 32 below the small ones; accented and final ones
// are scattered around both.
char32_t folded_greek(char32_t c) {
  switch (c) {
    case U'Ά':
    case U'ά':
      return U'α';
    case U'Έ':
    case U'έ':
      return U'ε';
    case U'Ή':
    case U'ή':
      return U'η';
    case U'Ί':
    case U'ί':
    case U'ϊ':
    case U'ΐ':
    case U'Ϊ':
      return U'ι';
    case U'Ό':
    case U'ό':
      return U'ο';
    case U'Ύ':
    case U'ύ':
    case U'ϋ':
    case U'ΰ':
    case U'Ϋ':
      return U'υ';
    case U'Ώ':
    case U'ώ':
      return U'ω';
    case U'ς':
      return U'σ';
    default:
      return c <= U'Ω' ? c + 0x20 : c;
  }
}

char32_t folded(char32_t c) {
  if (c < 0x80) return char32_t(to_ascii_lower(char(c)));
  if (c >= 0xC0 && c < 0x180) return char32_t(kLatin[c - 0xC0]);
  if (c >= U'Ά' && c <= U'ώ') return folded_greek(c);
  if (c >= U'А' && c <= U'Я') return c + 0x20;
  if (c >= U'Ѐ' && c <= U'Џ') return c + 0x50;
  return c;
}

bool is_combining_accent(char32_t c) { return c >= 0x300 && c < 0x370; }

}  // namespace

// Only two-byte sequences hold letters that fold; everything else is copied as bytes.
FoldedWord::FoldedWord(std::string_view word) {
  for (std::size_t i = 0; i < word.size() && size_ + 2 <= bytes_.size(); ++i) {
    const auto lead = static_cast<unsigned char>(word[i]);
    const auto trail =
        static_cast<unsigned char>(i + 1 < word.size() ? word[i + 1] : 0);
    if (lead >= 0xC2 && lead <= 0xDF && (trail & 0xC0) == 0x80) {
      ++i;
      append(folded(char32_t((lead & 0x1F) << 6 | (trail & 0x3F))));
    } else {
      bytes_[size_++] = to_ascii_lower(word[i]);
    }
  }
}

void FoldedWord::append(char32_t letter) {
  if (is_combining_accent(letter)) return;
  if (letter < 0x80) {
    bytes_[size_++] = char(letter);
    return;
  }
  bytes_[size_++] = char(0xC0 | letter >> 6);
  bytes_[size_++] = char(0x80 | (letter & 0x3F));
}

int month_of(const FoldedWord& word) {
  // Among the names with the word's first byte, longer ones sort behind the shorter
  // ones that they begin with.
  const std::string_view text = word.view();
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  for (std::size_t i = kFirstOf[first + 1]; i-- > kFirstOf[first];)
    if (text.starts_with(kNames[i].prefix)) return kNames[i].month;
  return 0;
}

bool is_weekday(const FoldedWord& word, unsigned weekday) {
  std::string_view names = kWeekdays[weekday % kWeekdays.size()];
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const std::string_view name = names.substr(0, end);
    if (word.view().starts_with(name)) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

}  // namespace curlew
