// A CDXJ index in blocks, as WACZ files have it (ZipNum): each of some thousand lines
// is a gzip member, and a second file says with what line each begins and where it
// lies.

#pragma once

#include <string>
#include <vector>

namespace curlew::archive {

struct ZipNum {
  // indexes/index.cdx.gz
  std::string blocks;
  // indexes/index.idx
  std::string directory;
};

// Of sorted lines.
ZipNum to_zipnum(const std::vector<std::string>& lines);

}  // namespace curlew::archive
