// Numbers and texts one behind the other, little-endian, and back from bytes that
// anybody may have written: a reader that met an error stays at it, and gives zeros.
// docs/formats/topic-model.md is the page about what is written with it.

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::classify {

static_assert(std::endian::native == std::endian::little);

class TopicBytesWriter {
 public:
  explicit TopicBytesWriter(std::string& bytes) : bytes_(bytes) {}

  template <typename Number>
  void number(Number value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  // Without their count: the reader knows it.
  template <typename Number>
  void numbers(std::span<const Number> values) {
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  void text(std::string_view text) {
    number(std::uint16_t(text.size()));
    bytes_ += text;
  }

 private:
  std::string& bytes_;
};

class TopicBytesReader {
 public:
  explicit TopicBytesReader(std::string_view bytes) : rest_(bytes) {}

  bool is_sound() const { return is_sound_; }
  bool is_at_end() const { return is_sound_ && rest_.empty(); }

  template <typename Number>
  Number number() {
    Number value{};
    take(&value, sizeof(value));
    return value;
  }
  // At most `most`, else the bytes are unsound. So that nobody reserves memory for
  // what does not come, each of what is counted takes `size_of_one` bytes at least.
  std::size_t count(std::size_t most, std::size_t size_of_one) {
    const auto value = number<std::uint32_t>();
    if (value > most || value > rest_.size() / size_of_one) is_sound_ = false;
    return is_sound_ ? value : 0;
  }
  // One that is no further from 0 than any sum of learned numbers.
  double real() {
    const auto value = number<double>();
    if (!(std::abs(value) <= kLargest)) is_sound_ = false;
    return is_sound_ ? value : 0;
  }
  // So many of them.
  std::vector<float> reals(std::size_t count) {
    std::vector<float> values;
    if (count > rest_.size() / sizeof(float)) is_sound_ = false;
    if (!is_sound_) return values;
    values.resize(count);
    take(values.data(), count * sizeof(float));
    for (const float value : values) {
      if (!(std::abs(value) <= kLargest)) is_sound_ = false;
    }
    return values;
  }
  std::string_view text() {
    const auto size = number<std::uint16_t>();
    if (size > rest_.size()) is_sound_ = false;
    if (!is_sound_) return {};
    const std::string_view result = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return result;
  }
  void refuse() { is_sound_ = false; }

 private:
  // Sums and products of such numbers are finite.
  static constexpr double kLargest = 1e18;

  void take(void* to, std::size_t size) {
    if (size > rest_.size()) is_sound_ = false;
    if (!is_sound_ || size == 0) return;
    std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
  bool is_sound_ = true;
};

inline constexpr std::size_t kMostTopics = 10'000;

// What every model begins with: how many topics it has, and their thresholds.
inline std::vector<double> read_thresholds(TopicBytesReader& reader) {
  const std::size_t count = reader.count(kMostTopics, sizeof(double));
  std::vector<double> thresholds;
  for (std::size_t i = 0; i < count; ++i) thresholds.push_back(reader.real());
  if (thresholds.empty()) reader.refuse();
  return thresholds;
}

}  // namespace curlew::classify
