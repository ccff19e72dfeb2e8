const jobs = (count: number, text: string): string => `${text} ${count === 1 ? 'job' : 'jobs'}`;

export const overview = {
  lead: 'What needs attention, and how the last day went.',
  attention: 'Needs attention',
  calm: 'Nothing needs attention',
  failed: (count: number, text: string, code: string | undefined) =>
    `${jobs(count, text)} failed${code === undefined ? '' : ` with ${code}`} in the last hour`,
  waiting: (count: number, text: string, cause: string) =>
    `${jobs(count, text)} ${count === 1 ? 'waits' : 'wait'} ${cause}`,
  lowCredits: (account: string, credits: string) => `${account} has ${credits} credits left`,
  atLimit: (key: string, used: string, limit: string) => `${key} has used ${used} of ${limit} requests this minute`,
  gaveUp: (count: number, text: string) =>
    `${text} ${count === 1 ? 'callback was' : 'callbacks were'} not delivered and will not be tried again`,
  overdue: (count: number, text: string) => `${text} ${count === 1 ? 'callback is' : 'callbacks are'} overdue`,
  unhealthy: (part: string) => `${part} does not work as it should`,
  view: {
    failed: (count: number, text: string) => `View ${jobs(count, `${text} failed`)}`,
    waiting: (count: number, text: string) => `View ${jobs(count, `${text} waiting`)}`,
    callbacks: (count: number, text: string) => `View ${text} ${count === 1 ? 'callback' : 'callbacks'}`,
    key: 'View the key',
    account: 'View the account',
    health: 'View health',
  },
  tags: {
    failed: 'Failed',
    waiting: 'Waiting',
    credits: 'Credits',
    limit: 'Limit',
    callbacks: 'Callbacks',
    health: 'Health',
  },
  running: 'Running now',
  waitingNow: 'Waiting now',
  succeededDay: 'Succeeded in 24 hours',
  failedDay: 'Failed in 24 hours',
  lastDay: 'The last 24 hours',
  throughput: 'Finished jobs by hour',
  duration: 'Time from creation to end',
  hour: 'Hour (UTC)',
  pictures: 'Newest ads',
  noPictures: 'No ads yet',
  noPicturesAdvice: 'The newest ads appear here when their jobs have finished.',
  pictureAlt: (account: string) => `Ad of ${account}`,
  welcome: 'Three steps to your first ad.',
  steps: {
    account: {
      title: 'Create an account',
      text: 'An account holds credits. Give it enough for a few ads.',
      action: 'Go to accounts',
    },
    key: {
      title: 'Create an API key',
      text: 'Clients send the key with each request. Its secret is shown once.',
      action: 'Go to API keys',
    },
    ad: {
      title: 'Make an ad',
      text: 'Give the address of a website in the playground, and watch the ad appear.',
      action: 'Open the playground',
    },
    done: 'Done',
  },
};
