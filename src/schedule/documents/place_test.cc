#include "schedule/documents/place.h"

#include <gtest/gtest.h>

namespace curlew::schedule::documents {
namespace {

void expect(std::string_view address, std::string_view host, std::string_view parent,
            std::string_view directory, std::string_view name) {
  const Place place = place_of(address);
  EXPECT_EQ(place.host, host) << address;
  EXPECT_EQ(place.parent, parent) << address;
  EXPECT_EQ(place.directory, directory) << address;
  EXPECT_EQ(place.name, name) << address;
}

TEST(Place, IsReadFromAWebAddress) {
  expect("https://example.org/a/b/c.html", "example.org", "a", "a/b", "c.html");
  expect("https://example.org:8080/c", "example.org:8080", "", "", "c");
  expect("http://example.org/a/list?page=2/3", "example.org", "", "a", "list?page=2/3");
}

TEST(Place, OfAnIndexIsThatOfItsFolder) {
  expect("https://example.org/a/b/index.html", "example.org", "", "a", "b");
  expect("https://example.org/a/b/", "example.org", "", "a", "b");
  expect("https://example.org/", "example.org", "", "", "");
  expect("https://example.org/index.html", "example.org", "", "", "index.html");
  expect("https://example.org/a/indexes", "example.org", "", "a", "indexes");
}

TEST(Place, IsReadFromAPathInARepository) {
  expect("owner/docs:en/games/intro/index.md", "owner/docs", "en", "en/games", "intro");
  expect("owner/docs:Some Shop/Terms.md", "owner/docs", "", "Some Shop", "Terms.md");
}

TEST(Place, OfWhatIsNoAddressIsAHostOfItsOwn) {
  expect("", "", "", "", "");
  expect("whatever", "whatever", "", "", "");
  expect("https://", "", "", "", "");
  expect("://///", "", "", "", "");
}

}  // namespace
}  // namespace curlew::schedule::documents
