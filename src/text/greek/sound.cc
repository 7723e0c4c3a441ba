#include "text/greek/sound.h"

#include <algorithm>
#include <array>
#include <span>

namespace curlew::text {
namespace {

constexpr std::size_t kLongestSpelled = 40;

// What a group of letters sounds like. The first rule that fits is taken.
struct Sound {
  std::string_view letters;
  std::string_view key;
  std::string_view other = {};  // A second reading.
};

// δ and ντ, γ and γκ share a letter: Greeklish does not tell them apart.
constexpr std::array kGreekSounds{
    Sound{"αι", "e"},  Sound{"ει", "i"},   Sound{"οι", "i"},  Sound{"υι", "i"},
    Sound{"ου", "u"},  Sound{"αυ", "av"},  Sound{"ευ", "ev"}, Sound{"ηυ", "iv"},
    Sound{"μπ", "b"},  Sound{"ντ", "d"},   Sound{"γκ", "g"},  Sound{"γγ", "g"},
    Sound{"γχ", "nh"}, Sound{"γξ", "nks"}, Sound{"α", "a"},   Sound{"β", "v"},
    Sound{"γ", "g"},   Sound{"δ", "d"},    Sound{"ε", "e"},   Sound{"ζ", "z"},
    Sound{"η", "i"},   Sound{"θ", "8"},    Sound{"ι", "i"},   Sound{"κ", "k"},
    Sound{"λ", "l"},   Sound{"μ", "m"},    Sound{"ν", "n"},   Sound{"ξ", "ks"},
    Sound{"ο", "o"},   Sound{"π", "p"},    Sound{"ρ", "r"},   Sound{"σ", "s"},
    Sound{"τ", "t"},   Sound{"υ", "i"},    Sound{"φ", "f"},   Sound{"χ", "h"},
    Sound{"ψ", "ps"},  Sound{"ω", "o"},
};

constexpr std::array kLatinSounds{
    Sound{"gch", "nh"},   Sound{"nth", "n8"},     Sound{"gx", "nh", "nks"},
    Sound{"ai", "e"},     Sound{"ei", "i"},       Sound{"oi", "i"},
    Sound{"ou", "u"},     Sound{"au", "av"},      Sound{"eu", "ev"},
    Sound{"mp", "b"},     Sound{"mb", "b"},       Sound{"nt", "d"},
    Sound{"nd", "d"},     Sound{"gk", "g"},       Sound{"gg", "g"},
    Sound{"ng", "g"},     Sound{"gh", "g", "gi"}, Sound{"th", "8", "ti"},
    Sound{"ch", "h"},     Sound{"kh", "h", "ki"}, Sound{"ph", "f", "pi"},
    Sound{"ks", "ks"},    Sound{"ps", "ps"},      Sound{"a", "a"},
    Sound{"b", "v", "b"}, Sound{"c", "k"},        Sound{"d", "d"},
    Sound{"e", "e"},      Sound{"f", "f"},        Sound{"g", "g"},
    Sound{"h", "h", "i"}, Sound{"i", "i"},        Sound{"k", "k"},
    Sound{"l", "l"},      Sound{"m", "m"},        Sound{"n", "n"},
    Sound{"o", "o"},      Sound{"p", "p"},        Sound{"r", "r"},
    Sound{"s", "s"},      Sound{"t", "t"},        Sound{"u", "i", "u"},
    Sound{"v", "v"},      Sound{"w", "o"},        Sound{"x", "h", "ks"},
    Sound{"y", "i", "g"}, Sound{"z", "z"},        Sound{"8", "8"},
    Sound{"9", "8"},      Sound{"3", "ks"},
};

// Rules by the last byte of their first letter, which is another one for each letter.
// Words are asked by the million when queries are compiled.
class SoundIndex {
 public:
  explicit SoundIndex(std::span<const Sound> sounds) {
    for (const Sound& sound : sounds)
      by_byte_[byte_of(sound.letters)].push_back(&sound);
  }

  // The first rule that fits; null where none does.
  const Sound* find(std::string_view rest) const {
    for (const Sound* const sound : by_byte_[byte_of(rest)]) {
      if (rest.starts_with(sound->letters)) return sound;
    }
    return nullptr;
  }

 private:
  static unsigned char byte_of(std::string_view letters) {
    const bool is_ascii = static_cast<signed char>(letters[0]) >= 0;
    return static_cast<unsigned char>(letters[is_ascii || letters.size() < 2 ? 0 : 1]);
  }

  std::array<std::vector<const Sound*>, 256> by_byte_;
};

const SoundIndex& greek_index() {
  static const SoundIndex index(kGreekSounds);
  return index;
}

const SoundIndex& latin_index() {
  static const SoundIndex index(kLatinSounds);
  return index;
}

bool is_vowel(char sound) { return std::string_view("aeiou").find(sound) < 5; }

// Appends a sound. Doubled letters are heard once, and αυ, αβ and αφ alike.
void append_sound(std::string& key, std::string_view sound) {
  for (char c : sound) {
    const char last = key.empty() ? ' ' : key.back();
    if (c == 'f' && (last == 'a' || last == 'e')) c = 'v';
    if (c != last) key += c;
  }
}

// Adds a sound with two readings to each key, as long as there is room for both.
void append_readings(std::vector<std::string>& keys, const Sound& sound) {
  const std::size_t count = keys.size();
  const bool forks = !sound.other.empty() && count * 2 <= kMaxGreeklishKeys;
  for (std::size_t i = 0; i < count; ++i) {
    if (forks) {
      keys.push_back(keys[i]);
      append_sound(keys.back(), sound.other);
    }
    append_sound(keys[i], sound.key);
  }
}

// ay and ey before a consonant are αυ and ευ: ayto, eyxaristo.
bool is_diphthong_with_y(std::string_view rest) {
  if (!rest.starts_with("ay") && !rest.starts_with("ey")) return false;
  return rest.size() > 2 && !is_vowel(rest[2]) && rest[2] != 'y';
}

// Small words of Greeklish that other languages in Latin letters do not have.
constexpr std::array<std::string_view, 33> kSmallWords{
    "einai", "eimai", "eine", "exei", "exoun", "exw",   "ths",  "thn",    "tou",
    "twn",   "sthn",  "stin", "stis", "stous", "apo",   "oti",  "tha",    "8a",
    "gia",   "giati", "kai",  "pou",  "mou",   "opws",  "opos", "epeidh", "epidi",
    "otan",  "polu",  "poly", "auto", "ayto",  "tipota"};

}  // namespace

std::string greek_sound_key(std::string_view folded) {
  const SoundIndex& index = greek_index();
  std::string key;
  while (!folded.empty()) {
    const Sound* const sound = index.find(folded);
    if (!sound) return {};
    append_sound(key, sound->key);
    folded.remove_prefix(sound->letters.size());
  }
  return key;
}

std::vector<std::string> greeklish_keys(std::string_view folded) {
  if (folded.empty() || folded.size() > kLongestSpelled) return {};
  const SoundIndex& index = latin_index();
  std::vector<std::string> keys(1);
  while (!folded.empty()) {
    const Sound diphthong{folded.substr(0, 2), folded[0] == 'a' ? "av" : "ev"};
    const Sound* const sound =
        is_diphthong_with_y(folded) ? &diphthong : index.find(folded);
    if (!sound) return {};
    append_readings(keys, *sound);
    folded.remove_prefix(sound->letters.size());
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

bool is_greeklish(std::string_view words) {
  constexpr std::size_t kEnough = 200;
  std::size_t all = 0;
  std::size_t small = 0;
  for (std::size_t begin = 0; begin < words.size() && all < kEnough;) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string_view word = words.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    ++all;
    small +=
        std::find(kSmallWords.begin(), kSmallWords.end(), word) != kSmallWords.end();
  }
  // One word in eight, and never a single one: "gia" is Italian as well.
  return small >= 2 && small * 8 >= all;
}

}  // namespace curlew::text
