#include "broker/nats/parts.h"

#include <algorithm>
#include <utility>

namespace curlew::broker {
namespace {

constexpr char kWhole = 'W';
constexpr char kPart = 'P';

template <typename Number>
void append_number(std::string& text, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    text += static_cast<char>(number >> (8 * i) & 0xff);
  }
}

template <typename Number>
Number number_at(std::string_view text, std::size_t at) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    number |= Number{static_cast<unsigned char>(text[at + i])} << (8 * i);
  }
  return number;
}

}  // namespace

std::vector<std::string> to_parts(std::string_view payload, Bytes largest,
                                  std::uint64_t message) {
  if (payload.size() < largest) return {std::string(1, kWhole).append(payload)};
  const Bytes room = largest - kPartHead;
  const auto count = static_cast<std::uint32_t>((payload.size() + room - 1) / room);
  std::vector<std::string> parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string& part = parts.emplace_back(1, kPart);
    append_number(part, message);
    append_number(part, i);
    append_number(part, count);
    part += payload.substr(i * room, room);
  }
  return parts;
}

std::optional<Part> parse_part(std::string_view message) {
  if (message.starts_with(kWhole)) return Part{.bytes = message.substr(1)};
  if (!message.starts_with(kPart) || message.size() < kPartHead) return std::nullopt;
  const Part part{.message = number_at<std::uint64_t>(message, 1),
                  .index = number_at<std::uint32_t>(message, 9),
                  .count = number_at<std::uint32_t>(message, 13),
                  .bytes = message.substr(kPartHead)};
  if (part.index >= part.count) return std::nullopt;
  return part;
}

std::vector<Joining::Joined> Joining::add(std::string_view message,
                                          std::string acknowledgement) {
  std::vector<Joined> joined;
  const auto part = parse_part(message);
  if (!part || part->count == 1) {
    Joined whole;
    if (part) whole.payload = std::string(part->bytes);
    whole.acknowledgements.push_back(std::move(acknowledgement));
    joined.push_back(std::move(whole));
    return joined;
  }
  Unfinished& unfinished = unfinished_[part->message];
  if (unfinished.count == 0) {
    unfinished.count = part->count;
    unfinished.since = ++last_;
  }
  unfinished.acknowledgements.push_back(std::move(acknowledgement));
  if (part->index < unfinished.count &&
      unfinished.parts.try_emplace(part->index, part->bytes).second) {
    unfinished.size += part->bytes.size();
    held_ += part->bytes.size();
  }
  if (unfinished.parts.size() == unfinished.count) {
    Joined whole{.payload = std::string(),
                 .acknowledgements = std::move(unfinished.acknowledgements)};
    whole.payload->reserve(unfinished.size);
    for (auto& [index, bytes] : unfinished.parts) {
      *whole.payload += std::exchange(bytes, {});
    }
    held_ -= unfinished.size;
    unfinished_.erase(part->message);
    joined.push_back(std::move(whole));
  }
  while (held_ > most_unfinished_) give_up_oldest(joined);
  return joined;
}

void Joining::give_up_oldest(std::vector<Joined>& joined) {
  const auto oldest = std::ranges::min_element(
      unfinished_, {}, [](const auto& each) { return each.second.since; });
  held_ -= oldest->second.size;
  joined.push_back({.payload = std::nullopt,
                    .acknowledgements = std::move(oldest->second.acknowledgements)});
  unfinished_.erase(oldest);
}

void Joining::clear() {
  unfinished_.clear();
  held_ = 0;
}

}  // namespace curlew::broker
