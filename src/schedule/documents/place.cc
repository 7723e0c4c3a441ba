#include "schedule/documents/place.h"

namespace curlew::schedule::documents {
namespace {

// The path up to the last slash, and what comes after it.
struct Split {
  std::string_view above;
  std::string_view last;
};
Split split(std::string_view path) {
  const auto slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

bool is_index(std::string_view name) {
  return name.empty() || name == "index" || name.starts_with("index.");
}

std::string_view without_scheme(std::string_view address, char& end_of_host) {
  const auto scheme = address.find("://");
  end_of_host = scheme == std::string_view::npos ? ':' : '/';
  return scheme == std::string_view::npos ? address : address.substr(scheme + 3);
}

}  // namespace

Place place_of(std::string_view address) {
  char end_of_host = '/';
  const std::string_view rest = without_scheme(address, end_of_host);
  const auto host_end = rest.find(end_of_host);
  if (host_end == std::string_view::npos) return {rest, {}, {}, {}};
  // A slash in the query is none of the path.
  const std::string_view path = rest.substr(host_end + 1);
  const std::string_view folders = path.substr(0, path.find_first_of("?#"));
  Split file = split(folders);
  if (is_index(file.last) && !file.above.empty()) file = split(file.above);
  const auto name_at = std::size_t(file.last.data() - path.data());
  return {rest.substr(0, host_end), split(file.above).above, file.above,
          folders.size() == path.size() ? file.last : path.substr(name_at)};
}

}  // namespace curlew::schedule::documents
