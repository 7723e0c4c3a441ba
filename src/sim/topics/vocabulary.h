// Words that nobody ever wrote, and how often each is used: what pages of a synthetic
// web are made of. Every topic has words of its own and shares some with its
// neighbour; all topics share the general ones. Frequencies fall as in real texts
// (Zipf).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace curlew::sim {

class Vocabulary {
 public:
  Vocabulary(std::size_t topics, std::uint64_t seed);

  std::size_t topic_count() const { return topics_.size(); }
  std::string_view general_word(Random& random) const { return draw(general_, random); }
  std::string_view topic_word(std::size_t topic, Random& random) const {
    return draw(topics_[topic], random);
  }

 private:
  // A word as often as it is used among so many.
  using Urn = std::vector<std::uint32_t>;

  std::string_view draw(const Urn& urn, Random& random) const {
    return words_[urn[random.below(urn.size())]];
  }
  static Urn fill_urn(const std::vector<std::uint32_t>& words);

  std::vector<std::string> words_;
  Urn general_;
  std::vector<Urn> topics_;
};

}  // namespace curlew::sim
