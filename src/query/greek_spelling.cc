#include "query/greek_spelling.h"

#include <algorithm>

#include "text/greek/sound.h"

namespace curlew::query {
namespace {

// What is shorter belongs to too many words.
constexpr std::size_t kMinLetters = 4;

// Most endings of nouns and many of verbs are vowels with an -s or -n behind them. A
// sound that would become too short is left whole.
std::string without_ending(std::string sound) {
  std::size_t size = sound.size();
  if (size > 0 && (sound[size - 1] == 's' || sound[size - 1] == 'n')) --size;
  while (size > 0 && std::string_view("aeiou").find(sound[size - 1]) < 5) --size;
  if (size >= kMinLetters) sound.resize(size);
  return sound;
}

void sort_and_unify(std::vector<std::string>& sounds) {
  std::ranges::sort(sounds);
  sounds.erase(std::unique(sounds.begin(), sounds.end()), sounds.end());
}

}  // namespace

bool is_greek(std::string_view folded) {
  const auto first = static_cast<unsigned char>(folded.empty() ? 0 : folded.front());
  return first == 0xCE || first == 0xCF;
}

std::vector<std::string> sounds_of_greek(std::string_view folded,
                                         std::string_view stem) {
  std::vector<std::string> sounds;
  if (!is_greek(folded)) return sounds;
  std::string whole = text::greek_sound_key(folded);
  if (whole.size() < kMinLetters) return sounds;
  sounds.push_back(without_ending(std::move(whole)));
  std::string of_stem = without_ending(text::greek_sound_key(stem));
  if (of_stem.size() >= kMinLetters && of_stem != sounds.front())
    sounds.push_back(std::move(of_stem));
  return sounds;
}

std::vector<std::string> sounds_of_latin(std::string_view folded) {
  if (folded.size() < kMinLetters) return {};
  std::vector<std::string> sounds = text::greeklish_keys(folded);
  for (std::string& sound : sounds) sound = without_ending(std::move(sound));
  std::erase_if(sounds,
                [](const std::string& sound) { return sound.size() < kMinLetters; });
  sort_and_unify(sounds);
  return sounds;
}

}  // namespace curlew::query
