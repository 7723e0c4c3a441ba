#include "apps/config/options.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

// What a source with 1000 subscribers, a quarter of whom read all, is worth.
float weight_by(const Config& config) {
  const service::PlanningOptions options = *planning_options(config);
  const control::Planners planners(options.planners, options.make_policy, Random(0));
  store::PlannedSource source;
  source.id = {1};
  source.audience = {1'000, 25};
  return planners.to_plan(source).weight;
}

TEST(Planning, SubscribersCountAsTheConfigurationSays) {
  Config config;
  config.schedule.subscriber_weight = 0.01;
  EXPECT_FLOAT_EQ(weight_by(config), 1 + 0.01F * 1'000);
  config.schedule.subscriber_activity = true;
  EXPECT_FLOAT_EQ(weight_by(config), 1 + 0.01F * 1'000 * 0.25F);
  config.schedule.subscriber_weight = 0;
  EXPECT_FLOAT_EQ(weight_by(config), 1);
}

TEST(PersonalBaseUrl, IsThePublicOneElseOneThatABrowserCanOpen) {
  struct Case {
    std::string address;
    std::string expected;
  };
  Config config;
  for (const auto& [address, expected] :
       {Case{"127.0.0.1", "http://127.0.0.1:8080"}, Case{"::1", "http://[::1]:8080"},
        Case{"0.0.0.0", "http://localhost:8080"}, Case{"::", "http://localhost:8080"},
        Case{"192.168.1.7", "http://192.168.1.7:8080"}}) {
    config.web.address = address;
    EXPECT_EQ(personal_base_url(config, 8080), expected);
  }
  EXPECT_EQ(personal_base_url(config, 0), "");
  config.web.public_url = "https://curlew.example.org";
  EXPECT_EQ(personal_base_url(config, 8080), "https://curlew.example.org");
  config.web.enabled = false;
  EXPECT_EQ(personal_base_url(config, 0), "https://curlew.example.org");
}

}  // namespace
}  // namespace curlew::apps
