#include "apps/thesauri.h"

#include <filesystem>

namespace curlew::apps {
namespace {

constexpr const char* kInstalled = "/usr/share/mythes/th_en_US_v2.dat";

}  // namespace

std::vector<std::string> thesauri_of(const Config& config) {
  if (!config.text.thesauri.empty()) return config.text.thesauri;
  std::error_code error;
  if (!std::filesystem::exists(kInstalled, error)) return {};
  return {kInstalled};
}

}  // namespace curlew::apps
