/** Upper ends of the parts that durations are shown in, in seconds; whatever is longer is in a last part. */
export const durationSteps = [900, 3600, 14_400, 28_800, 86_400, 259_200, 604_800, 2_592_000] as const;
/** Upper ends of the parts that the backlog's age is shown in, in days; whatever is older is in a last part. */
export const backlogSteps = [1, 3, 7, 30, 90] as const;
/** The longest range of a report, in days: ten years. */
export const longestReportDays = 3660;
