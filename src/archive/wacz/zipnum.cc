#include "archive/wacz/zipnum.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/warc/digests.h"
#include "archive/warc/gzip.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kLinesABlock = 3000;
constexpr std::string_view kBlocksFile = "index.cdx.gz";

// "surt timestamp" of a line.
std::string_view key_of(std::string_view line) {
  return line.substr(0, line.find(' ', line.find(' ') + 1));
}

}  // namespace

ZipNum to_zipnum(const std::vector<std::string>& lines) {
  ZipNum index;
  index.directory = fmt::format(
      "!meta 0 {{\"format\": \"cdxj-gzip-1.0\", \"filename\": \"{}\"}}\n", kBlocksFile);
  for (std::size_t first = 0; first < lines.size(); first += kLinesABlock) {
    std::string text;
    const auto end = std::min(first + kLinesABlock, lines.size());
    for (std::size_t i = first; i < end; ++i) text += lines[i] + "\n";
    const std::string block = gzip_member(text);
    index.directory += fmt::format(
        "{} {{\"offset\": {}, \"length\": {}, \"digest\": \"{}\", \"filename\": "
        "\"{}\"}}\n",
        key_of(lines[first]), index.blocks.size(), block.size(),
        digests_of(block).sha256, kBlocksFile);
    index.blocks += block;
  }
  return index;
}

}  // namespace curlew::archive
