#include "detect/page/notes.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"

namespace curlew::detect {
namespace {

// How far back a place's history counts.
constexpr int kWindow = 8;
// Parts less alike than this were replaced.
constexpr double kMaxReplacedSimilarity = 0.5;

// What programs write is shorter.
constexpr std::size_t kMaxMadeBytes = 200;

// Of a text that comes and goes: parts that are reported have their texts cut.
constexpr std::size_t kMaxKeyBytes = 100;

constexpr char kForm = 2;
constexpr std::size_t kPlaceBytes = 8 + 2 + 1 + 1 + 8 + 2;

// What of a part may come round again.
enum class Trait : char {
  // A block's path, or that of an element that is filled anew.
  kPath = 'p',
  kContainer = 'c',
  kMark = 'm',
  // The text itself comes and goes, wherever.
  kText = 't',
};

struct TraitKey {
  Trait trait;
  std::uint64_t key;
};

TraitKey key_of_trait(Trait trait, std::string_view name) {
  std::string text(1, char(trait));
  text += name;
  return {trait, hash_of(text)};
}

std::vector<TraitKey> own_keys(const Part& part) {
  std::vector<TraitKey> keys;
  // Paths of what comes and goes are those of other things at other times.
  if (part.fate == BlockFate::kRewritten)
    keys.push_back(key_of_trait(Trait::kPath, part.path));
  else
    keys.push_back(key_of_trait(
        Trait::kText,
        utf8_prefix(part.before.empty() ? part.after : part.before, kMaxKeyBytes)));
  if (!part.mark.empty()) keys.push_back(key_of_trait(Trait::kMark, part.mark));
  if (!part.container.empty())
    keys.push_back(key_of_trait(Trait::kContainer, part.container));
  return keys;
}

// And of the elements around it, each of which may be known to be filled anew.
std::vector<TraitKey> keys_around(const Part& part) {
  std::vector<TraitKey> keys = own_keys(part);
  if (!part.old_path.empty()) keys.push_back(key_of_trait(Trait::kPath, part.old_path));
  for (const std::string_view path :
       {std::string_view(part.path), std::string_view(part.old_path)})
    for (std::size_t end = path.size(); end != std::string_view::npos && end > 0;
         end = path.rfind('/', end - 1))
      keys.push_back(key_of_trait(Trait::kContainer, path.substr(0, end)));
  return keys;
}

std::uint16_t mark_of(std::string_view text) { return std::uint16_t(hash_of(text)); }

// Never 0.
std::uint16_t add_to_state(std::uint16_t state, const Part& part) {
  return std::max<std::uint16_t>(1, std::uint16_t(state * 31 + mark_of(part.after)));
}

bool is_known(const Place& place, std::string_view text) {
  return !text.empty() && std::ranges::count(place.texts, mark_of(text)) > 0;
}

bool is_noisy(const Place& place, Trait trait, Nature nature, const Part& part) {
  if (place.is_said) return true;
  if (place.is_figures && nature != Nature::kFigures) return false;
  const int age = std::min<int>(place.age, kWindow);
  const int hits = std::popcount(std::uint16_t(place.history & ((1 << age) - 1)));
  const bool returns = hits >= 2 && hits * 3 >= age && is_known(place, part.after);
  // A long text is edited, a short one ("3 people look at this") may be made.
  const bool is_long = std::max(part.before.size(), part.after.size()) > kMaxMadeBytes;
  switch (nature) {
    case Nature::kFigures:
      // A price that changes now and then is worth a notice; a counter does not rest.
      return hits >= 4 && hits * 8 >= age * 7;
    case Nature::kReplaced:
      if (is_long) return returns || (hits >= 4 && hits == age);
      if (trait == Trait::kText) return hits >= 3 && hits * 4 >= age * 3;
      return returns || (hits >= 2 && hits * 2 >= age);
    case Nature::kEdit:
      if (is_long) return hits >= 6 && hits == age;
      return returns || (hits >= 4 && hits * 5 >= age * 4);
  }
  return false;
}

template <typename Number>
void append_number(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    out += char(std::uint8_t(number >> (8 * i)));
}

template <typename Number>
Number take_number(std::string_view& bytes) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i)
    number = Number(number | Number(std::uint8_t(bytes[i])) << (8 * i));
  bytes.remove_prefix(sizeof number);
  return number;
}

}  // namespace

Nature nature_of(const Part& part) {
  if (part.fate != BlockFate::kRewritten) return Nature::kReplaced;
  if (part.is_figures) return Nature::kFigures;
  return similarity(part.before, part.after) < kMaxReplacedSimilarity
             ? Nature::kReplaced
             : Nature::kEdit;
}

Noise PageNotes::judge(const Part& part, bool is_watched) const {
  if (places_.empty()) return Noise::kNone;
  const Nature nature = nature_of(part);
  Noise noise = Noise::kNone;
  // It was noise when it came, and has not moved since.
  const Place* const last = find(own_keys(part).front().key);
  if (last && last->was_noise && last->state == add_to_state(0, part) && !is_watched)
    noise = Noise::kLearned;
  for (const TraitKey& own : keys_around(part)) {
    const Place* const place = find(own.key);
    if (!place || !is_noisy(*place, own.trait, nature, part)) continue;
    if (place->is_said) return Noise::kSaid;
    if (!is_watched) noise = Noise::kLearned;
  }
  return noise;
}

void PageNotes::learn(std::span<const Part> parts) {
  std::unordered_map<std::uint64_t, std::uint16_t> states;
  for (Place& place : places_) {
    place.history = std::uint16_t(place.history << 1);
    place.age = std::uint8_t(std::min(place.age + 1, 16));
    states[place.key] = std::exchange(place.state, 0);
    place.was_noise = true;
  }
  if (parts.size() > kMaxParts) return;
  for (const Part& part : parts) {
    // A place that moved with the page keeps what is known of it.
    if (!part.old_path.empty() && part.old_path != part.path)
      follow(key_of_trait(Trait::kPath, part.old_path).key,
             key_of_trait(Trait::kPath, part.path).key);
    const Nature nature = nature_of(part);
    for (const TraitKey& own : own_keys(part)) {
      Place& place = find_or_add(own.key);
      place.state = add_to_state(place.state, part);
      place.was_noise &= part.noise != Noise::kNone;
      place.is_figures &= nature == Nature::kFigures;
      for (const std::string_view text : {part.before, part.after})
        if (!text.empty() && !is_known(place, text)) {
          std::ranges::copy_backward(std::span(place.texts).first(3),
                                     place.texts.end());
          place.texts[0] = mark_of(text);
        }
    }
  }
  for (Place& place : places_)
    if (place.state != 0 && place.state != states[place.key]) place.history |= 1;
}

void PageNotes::add_not_a_change(const Change& change) {
  for (const Part& part : change.parts)
    for (const TraitKey& own : own_keys(part)) find_or_add(own.key).is_said = true;
}

void PageNotes::take_back_not_a_change(const Change& change) {
  for (const Part& part : change.parts)
    for (const TraitKey& own : own_keys(part))
      if (Place* const known = find(own.key)) known->is_said = false;
}

void PageNotes::keep_said(const PageNotes& other) {
  for (const Place& place : other.places_) {
    if (place.is_said)
      find_or_add(place.key).is_said = true;
    else if (Place* const known = find(place.key))
      known->is_said = false;
  }
}

void PageNotes::follow(std::uint64_t old_key, std::uint64_t key) {
  if (Place* const moved = find(old_key); moved && !find(key)) moved->key = key;
}

const Place* PageNotes::find(std::uint64_t key) const {
  const auto found = std::ranges::find(places_, key, &Place::key);
  return found == places_.end() ? nullptr : &*found;
}

Place* PageNotes::find(std::uint64_t key) {
  return const_cast<Place*>(std::as_const(*this).find(key));
}

Place& PageNotes::find_or_add(std::uint64_t key) {
  if (Place* const known = find(key)) return *known;
  if (places_.size() == kMaxPlaces) {
    // The one that differs most seldom; of those, the one that is known longest.
    const auto least = std::ranges::min_element(places_, {}, [](const Place& place) {
      return std::tuple(place.is_said, std::popcount(place.history), -place.age);
    });
    places_.erase(least);
  }
  places_.push_back({.key = key, .age = 1, .was_noise = true});
  return places_.back();
}

std::string to_bytes(const PageNotes& notes) {
  std::string bytes(1, kForm);
  append_number(bytes, notes.error_run_);
  for (const Place& place : notes.places_) {
    append_number(bytes, place.key);
    append_number(bytes, place.history);
    append_number(bytes, place.age);
    append_number(bytes, std::uint8_t(place.is_said | place.is_figures << 1 |
                                      place.was_noise << 2));
    for (const std::uint16_t text : place.texts) append_number(bytes, text);
    append_number(bytes, place.state);
  }
  return bytes;
}

Result<PageNotes> parse_notes(std::string_view bytes) {
  PageNotes notes;
  if (bytes.empty()) return notes;
  if (bytes[0] != kForm || bytes.size() < 5 || (bytes.size() - 5) % kPlaceBytes != 0 ||
      (bytes.size() - 5) / kPlaceBytes > PageNotes::kMaxPlaces)
    return Error{ErrorKind::kMalformed, "notes of a page: not in a form that is known"};
  bytes.remove_prefix(1);
  notes.error_run_ = take_number<std::uint32_t>(bytes);
  while (!bytes.empty()) {
    Place place;
    place.key = take_number<std::uint64_t>(bytes);
    place.history = take_number<std::uint16_t>(bytes);
    place.age = take_number<std::uint8_t>(bytes);
    const auto flags = take_number<std::uint8_t>(bytes);
    place.is_said = (flags & 1) != 0;
    place.is_figures = (flags & 2) != 0;
    place.was_noise = (flags & 4) != 0;
    for (std::uint16_t& text : place.texts) text = take_number<std::uint16_t>(bytes);
    place.state = take_number<std::uint16_t>(bytes);
    notes.places_.push_back(place);
  }
  return notes;
}

}  // namespace curlew::detect
