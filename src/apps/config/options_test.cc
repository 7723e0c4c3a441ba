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

}  // namespace
}  // namespace curlew::apps
