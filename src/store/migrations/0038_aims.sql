-- Which objectives and policies are in use: one look at each of them.
CREATE INDEX sources_aim ON sources (objective, policy, kind);
