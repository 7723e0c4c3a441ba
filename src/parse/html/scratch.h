// Text that a parser makes and that must stay where it is until the page is done: small
// pieces in few blocks, freed together.

#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace curlew::parse {

class Scratch {
 public:
  std::string_view keep(std::string_view text) {
    if (text.size() > left_) add_block(text.size());
    if (!text.empty()) std::memcpy(next_, text.data(), text.size());
    const std::string_view kept(next_, text.size());
    next_ += text.size();
    left_ -= text.size();
    return kept;
  }

 private:
  static constexpr std::size_t kBlockSize = 32 << 10;

  void add_block(std::size_t at_least) {
    const std::size_t size = std::max(kBlockSize, at_least);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    next_ = blocks_.back().get();
    left_ = size;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace curlew::parse
