/**
 * The content of the demo organization: people, channels and conversations of a small invented company. Pure data;
 * `seed.ts` stores it in a database. Times count back from the day the demo is started, in UTC. Every line must be in
 * the past when the demo is started at 01:00 UTC.
 */

interface PersonFields {
  full_name: string;
  email: string;
  role: 'owner' | 'admin' | 'moderator' | 'member' | 'guest';
  is_bot?: true;
  timezone: string;
}

const people = [
  { key: 'ada', full_name: 'Ada Bergström', email: 'ada@demo.example', role: 'owner', timezone: 'Europe/Stockholm' },
  { key: 'tomasz', full_name: 'Tomasz Wójcik', email: 'tomasz@demo.example', role: 'admin', timezone: 'Europe/Warsaw' },
  { key: 'priya', full_name: 'Priya Raman', email: 'priya@demo.example', role: 'moderator', timezone: 'Asia/Kolkata' },
  { key: 'joao', full_name: 'João Figueiredo', email: 'joao@demo.example', role: 'member', timezone: 'Europe/Lisbon' },
  { key: 'mei', full_name: 'Mei-Ling Chou', email: 'mei@demo.example', role: 'member', timezone: 'Asia/Taipei' },
  { key: 'kwame', full_name: 'Kwame Asante', email: 'kwame@demo.example', role: 'member', timezone: 'Africa/Accra' },
  { key: 'zoe', full_name: 'Zoë Vandenberghe', email: 'zoe@demo.example', role: 'member', timezone: 'Europe/Brussels' },
  { key: 'lucia', full_name: 'Lucía Ferrer', email: 'lucia@demo.example', role: 'member', timezone: 'Europe/Madrid' },
  {
    key: 'sigrun',
    full_name: 'Sigrún Þórsdóttir',
    email: 'sigrun@demo.example',
    role: 'member',
    timezone: 'Atlantic/Reykjavik',
  },
  { key: 'ben', full_name: 'Ben Hargreaves', email: 'ben@demo.example', role: 'member', timezone: 'Europe/Lisbon' },
  { key: 'yuki', full_name: 'Yuki Tanabe', email: 'yuki@demo.example', role: 'member', timezone: 'Europe/Lisbon' },
  { key: 'noor', full_name: 'Noor El-Amin', email: 'noor@demo.example', role: 'guest', timezone: 'Europe/London' },
  {
    key: 'heron',
    full_name: 'Heron',
    email: 'heron-bot@demo.example',
    role: 'member',
    is_bot: true,
    timezone: 'Etc/UTC',
  },
] as const satisfies readonly (PersonFields & { key: string })[];

export type PersonKey = (typeof people)[number]['key'];

export interface DemoPerson extends PersonFields {
  key: PersonKey;
}

export interface DemoChannel {
  name: string;
  description: string;
  invite_only?: true;
  /** 'everyone' means all users except guests. */
  subscribers: 'everyone' | PersonKey[];
}

export interface DemoLine {
  from: PersonKey;
  text: string;
  /** Minutes since the previous line. */
  after: number;
  reactions?: [emoji_name: string, emoji_code: string, ...PersonKey[]][];
  /** The original text of an edited message. */
  first_text?: string;
  starred_by?: PersonKey[];
  /** Who voted for the options of the poll that the text describes, by their numbers. */
  votes?: [option: number, ...PersonKey[]][];
  /** The name of the picture of a gauge that `{picture}` in the text stands for. */
  picture?: string;
}

export interface DemoThread {
  channel: string;
  /** The plain topic name, also for resolved topics. */
  topic: string;
  resolved?: true;
  /** Days ago. */
  starts: number;
  /** 'HH:MM' in UTC, the time of the first line. */
  at: string;
  lines: DemoLine[];
}

export interface DemoDirect {
  between: PersonKey[];
  /** Days ago. */
  starts: number;
  /** 'HH:MM' in UTC, the time of the first line. */
  at: string;
  lines: DemoLine[];
}

export const demoName: string = 'Dipper Instruments';

export const demoDescription: string =
  'We build the **Little Dipper**, a small sensor that tells you how high your river is, and everything around it.';

export const demoPeople: readonly DemoPerson[] = people;

export const demoChannels: DemoChannel[] = [
  { name: 'general', description: 'Announcements and everything that all of us should see.', subscribers: 'everyone' },
  {
    name: 'engineering',
    description: 'Firmware, hardware, backend and web: questions, reviews, incidents and decisions.',
    subscribers: 'everyone',
  },
  {
    name: 'support',
    description: 'Questions from customers and how we answer them; Priya reads here first.',
    subscribers: 'everyone',
  },
  {
    name: 'design',
    description: 'Screens, words, colours and cases, from the first sketch to the final icon.',
    subscribers: ['zoe', 'lucia', 'ada', 'mei', 'priya', 'sigrun', 'joao', 'kwame'],
  },
  {
    name: 'builds',
    description: 'Build results, deployments and alerts, posted by Heron and discussed by whoever is awake.',
    subscribers: ['heron', 'tomasz', 'joao', 'kwame', 'lucia', 'yuki', 'mei', 'sigrun'],
  },
  {
    name: 'elderwash-pilot',
    description: 'Our pilot with the Elderwash River Trust; guests read and write here.',
    subscribers: ['noor', 'priya', 'sigrun', 'joao', 'ben', 'ada', 'kwame', 'zoe'],
  },
  {
    name: 'leads',
    description: 'Budget, hiring and plans that are not ready to be announced yet.',
    invite_only: true,
    subscribers: ['ada', 'tomasz', 'priya', 'joao', 'ben'],
  },
  { name: 'random', description: 'Bread, birds, bad puns and lunch plans.', subscribers: 'everyone' },
];

export const demoThreads: DemoThread[] = [
  {
    channel: 'general',
    topic: 'Welcome to our new chat',
    starts: 24,
    at: '08:34',
    lines: [
      {
        from: 'ada',
        after: 0,
        text:
          'Good morning, everybody, and welcome to our new chat! :tada:\n\n' +
          'From today this is where Dipper Instruments talks. The long e-mail threads may rest in ' +
          'peace. Three requests to start with:\n\n' +
          '* put every conversation into a **topic** with a name you would recognise in a month\n' +
          '* ask in a channel rather than in a private message, unless it really is private\n' +
          '* nobody has to answer outside their own working hours',
        reactions: [
          ['tada', '1f389', 'tomasz', 'priya', 'zoe', 'kwame', 'ben'],
          ['heart', '2764', 'sigrun', 'lucia'],
        ],
        starred_by: ['ben'],
      },
      {
        from: 'tomasz',
        after: 4,
        text:
          "Everybody's account is there, and old notes stay readable in the " +
          '[wiki](https://wiki.dipper.example/). If something looks broken, tell me here or in #**engineering**.',
      },
      {
        from: 'priya',
        after: 3,
        text: 'Found it, logged in, already lost in the emoji menu. 👋',
        reactions: [['+1', '1f44d', 'tomasz']],
      },
      {
        from: 'kwame',
        after: 6,
        text: 'Hello from Accra. It is 30 degrees and I am jealous of whoever has rain to measure.',
      },
      {
        from: 'sigrun',
        after: 9,
        text: 'I have plenty. I can send you some.',
        reactions: [['joy', '1f602', 'kwame', 'ben', 'ada', 'lucia']],
      },
      {
        from: 'ben',
        after: 5,
        text:
          'Do I understand correctly that a topic is like the subject line of an ' +
          'e-mail, only that people keep to it?',
      },
      {
        from: 'ada',
        after: 2,
        text: 'That is the most beautiful definition I have heard so far.',
        reactions: [
          ['joy', '1f602', 'tomasz', 'zoe'],
          ['heart', '2764', 'ben'],
        ],
      },
      { from: 'zoe', after: 14, text: 'I made us a small logo for the top left corner. It is the bird, but calmer.' },
      { from: 'lucia', after: 3, text: '/me approves of the calmer bird' },
      {
        from: 'joao',
        after: 21,
        text:
          'Late, sorry, I was under the test tank. Hello! Can the build messages come ' +
          'here too, instead of my mailbox?',
      },
      {
        from: 'tomasz',
        after: 7,
        text:
          'Already done: @**Heron** posts into #**builds**. Mute the channel if you are not interested, nobody ' +
          'will be offended. Heron has no feelings.',
        reactions: [['rocket', '1f680', 'joao', 'lucia']],
      },
      { from: 'mei', after: 58, text: 'Good afternoon from Taipei! I like it. My mailbox is suspiciously quiet.' },
    ],
  },
  {
    channel: 'general',
    topic: 'How we use channels',
    starts: 24,
    at: '10:12',
    lines: [
      {
        from: 'tomasz',
        after: 0,
        text:
          'A short guide, so that we need no long one:\n\n' +
          '| Channel | For | Who reads it |\n' +
          '|---|---|---|\n' +
          '| #**general** | things everybody should see | everybody, daily |\n' +
          '| #**engineering** | firmware, hardware, backend, web | whoever builds |\n' +
          '| #**support** | questions from customers | Priya first, all of us when she asks |\n' +
          '| #**design** | screens, words, cases, colours | Zoë and friends |\n' +
          '| #**elderwash-pilot** | the pilot with the river trust | **guests read this one** |\n' +
          '| #**random** | bread, birds, bad puns | everybody, secretly |',
        first_text:
          'A short guide, so that we need no long one:\n\n' +
          '| Channel | For |\n' +
          '|---|---|\n' +
          '| #**general** | things everybody should see |\n' +
          '| #**engineering** | firmware, hardware, backend, web |\n' +
          '| #**support** | questions from customers |\n' +
          '| #**random** | bread, birds, bad puns |',
        reactions: [
          ['+1', '1f44d', 'ada', 'priya', 'sigrun', 'zoe'],
          ['check', '2705', 'lucia'],
        ],
        starred_by: ['ben', 'yuki'],
      },
      {
        from: 'priya',
        after: 8,
        text:
          'Could you add who reads what? Last year I answered a customer in a place where nobody was ' +
          'looking, including the customer.',
      },
      {
        from: 'tomasz',
        after: 11,
        text:
          'Done, third column. And I bolded the guest channel, because that is the one where ' +
          'we should think before we type.',
      },
      {
        from: 'sigrun',
        after: 6,
        text:
          'What about questions that are half science, half code? "Is this reading ' +
          'wrong or is the river strange?"',
      },
      {
        from: 'ada',
        after: 3,
        text:
          '#**engineering**, and the topic name should end with a question mark, because in my ' +
          'experience the river is always strange.',
        reactions: [['joy', '1f602', 'sigrun', 'kwame', 'joao']],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Show us your desk',
    starts: 24,
    at: '13:05',
    lines: [
      {
        from: 'zoe',
        after: 0,
        text:
          'No tidying up before you answer. Mine: two screens, a paper model of the gateway, four ' +
          'cups, one of them from this week.',
      },
      { from: 'kwame', after: 7, text: 'One laptop, one fan, one cat who believes that the fan is hers.' },
      { from: 'lucia', after: 4, text: 'Name of the cat?', reactions: [['heart', '2764', 'zoe', 'ada', 'ben']] },
      {
        from: 'kwame',
        after: 2,
        text: 'Foreign Key. She refuses to be deleted.',
        reactions: [
          ['joy', '1f602', 'lucia', 'tomasz', 'joao', 'sigrun', 'mei'],
          ['heart', '2764', 'zoe'],
        ],
      },
      {
        from: 'joao',
        after: 12,
        text: 'A test tank with 600 litres of water, a towel, a second towel. The second towel is the important one.',
      },
      {
        from: 'sigrun',
        after: 16,
        text: 'A window with a view of a glacier river, so I can check our data by turning my head.',
      },
      { from: 'ben', after: 5, text: 'I have the shelf with the parcels. I *am* the desk.' },
      {
        from: 'priya',
        after: 845,
        text: 'A headset, a notebook, and the good tea. The bad tea is for meetings.',
        reactions: [['coffee', '2615', 'ben', 'zoe']],
      },
    ],
  },
  {
    channel: 'builds',
    topic: 'dipper-fw nightly',
    starts: 23,
    at: '02:10',
    lines: [
      {
        from: 'heron',
        after: 0,
        text:
          '**dipper-fw** nightly `main@7c1e04b`: :check: **passed** in 11 min 42 s\n' +
          '412 tests, 0 failures. Image size 118.3 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/1873)',
      },
      {
        from: 'heron',
        after: 1440,
        text:
          '**dipper-fw** nightly `main@b02d9f1`: :check: **passed** in 11 min 50 s\n' +
          '415 tests, 0 failures. Image size 118.4 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/1879)',
      },
      {
        from: 'heron',
        after: 2880,
        text:
          '**dipper-fw** nightly `main@e94a77c`: ❌ **failed** in 4 min 03 s\n' +
          '418 tests, **2 failures**. [Log](https://ci.dipper.example/dipper-fw/1891)\n' +
          '```\n' +
          'FAIL test_echo_median_even_burst   expected 1204, got 1187\n' +
          'FAIL test_echo_median_all_timeouts expected ECHO_NONE, got 0\n' +
          '```',
      },
      {
        from: 'joao',
        after: 405,
        text:
          'Mine. An even number of pings was never meant to reach that function, but the test is right and ' +
          'I am wrong. Fix is on its way.',
      },
      {
        from: 'heron',
        after: 1035,
        text:
          '**dipper-fw** nightly `main@05fa3d6`: :check: **passed** in 11 min 58 s\n' +
          '420 tests, 0 failures. Image size 118.9 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/1896)',
      },
      {
        from: 'heron',
        after: 4320,
        text:
          '**dipper-fw** nightly `main@38bb1c0`: :check: **passed** in 12 min 20 s\n' +
          '431 tests, 0 failures. Image size 124.1 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/1921)',
      },
      { from: 'mei', after: 140, text: '5 KiB more overnight? What moved in?' },
      {
        from: 'joao',
        after: 390,
        text: 'The ring buffer. It pays rent: 72 hours of readings survive without a gateway.',
      },
      {
        from: 'heron',
        after: 3790,
        text:
          '**dipper-fw** nightly `main@d1107ae`: :check: **passed** in 12 min 31 s\n' +
          '437 tests, 0 failures. Image size 124.3 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/1940)',
      },
      {
        from: 'heron',
        after: 4320,
        text:
          '**dipper-fw** nightly `release-2.4@90c5be2`: :check: **passed** in 12 min 44 s\n' +
          '446 tests, 0 failures. Image size 124.6 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/1967)',
      },
      {
        from: 'heron',
        after: 2880,
        text:
          '**dipper-fw** nightly `release-2.4@1f6e8d3`: :check: **passed** in 12 min 39 s\n' +
          '452 tests, 0 failures. Image size 124.6 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/2004)',
      },
      {
        from: 'joao',
        after: 420,
        text: 'That is the one. Tagging it as the release candidate.',
        reactions: [['rocket', '1f680', 'mei', 'yuki', 'tomasz']],
      },
      {
        from: 'heron',
        after: 6780,
        text:
          '**dipper-fw** nightly `main@6ab2f90`: :check: **passed** in 12 min 52 s\n' +
          '455 tests, 0 failures. Image size 124.9 KiB of 192 KiB. ' +
          '[Log](https://ci.dipper.example/dipper-fw/2047)',
      },
      {
        from: 'yuki',
        after: 430,
        text: 'Three of those tests are mine. :seedling:',
        reactions: [
          ['muscle', '1f4aa', 'joao'],
          ['eyes', '1f440', 'mei'],
        ],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Firmware 2.4: what goes in',
    starts: 23,
    at: '09:15',
    lines: [
      {
        from: 'joao',
        after: 0,
        text:
          'I would like to close the list for 2.4 this week. What I have, with my guess of the work:\n\n' +
          '| Item | Size | Who |\n' +
          '|---|---|---|\n' +
          '| Ring buffer for offline readings | large | João |\n' +
          '| Burst of pings instead of a single one | medium | João, Sigrún |\n' +
          '| Battery curve for the new cells | small | Mei |\n' +
          '| Join faster after a battery swap | medium | ? |\n' +
          '| Self-test over the button | small | ? |',
        reactions: [['+1', '1f44d', 'kwame']],
      },
      {
        from: 'mei',
        after: 9,
        text: 'The battery curve is measured, I only need to put the table in. Count it as done.',
      },
      {
        from: 'kwame',
        after: 12,
        text:
          'From my side the ring buffer needs a change in `ingest`: readings will arrive late and out of order. ' +
          "Please don't release before we accept that.",
      },
      { from: 'joao', after: 5, text: 'How late is "late" for you?' },
      {
        from: 'kwame',
        after: 3,
        text:
          'Today we refuse everything older than six hours. I can make it seven days. I just want to test what ' +
          'the graphs do when the past changes.',
      },
      {
        from: 'lucia',
        after: 8,
        text:
          'The graphs redraw only the newest window. If older points arrive, you see them after a reload. I ' +
          'would call that acceptable for 2.4, and ugly.',
      },
      {
        from: 'sigrun',
        after: 17,
        text:
          'For me the burst is the most important line. The rain spikes make the weekly statistics useless at ' +
          "four stations. I'll open a topic with data today or tomorrow.",
        reactions: [['+1', '1f44d', 'joao', 'ada']],
      },
      {
        from: 'priya',
        after: 11,
        text:
          'From support: **joining after a battery swap** is my number one question. People change the battery, ' +
          'wait two minutes, see nothing, change it back.',
      },
      { from: 'joao', after: 6, text: 'How long does it take in the field? On my bench it is 40 seconds.' },
      {
        from: 'priya',
        after: 4,
        text:
          'Ask the people with cold fingers on a bridge and they say "half an hour". The ' +
          'gateway log says 9 to 14 minutes.',
      },
      {
        from: 'joao',
        after: 13,
        text:
          'That is not a slow join, that is three failed joins and one that works. I ' +
          'want to see one of those logs.',
        reactions: [['thinking', '1f914', 'mei', 'kwame']],
      },
      {
        from: 'tomasz',
        after: 22,
        text: "I'll save the next one that comes in. We only keep the radio log for two days on the gateway.",
      },
      {
        from: 'ada',
        after: 41,
        text:
          'So, decision: the first four lines are 2.4. The self-test moves to 2.5 unless somebody gets bored. ' +
          'Nothing ships before `ingest` accepts late readings. João owns the list.',
        first_text:
          'So, decision: the first three lines are 2.4. The rest moves to 2.5. Nothing ships before ' +
          '`ingest` accepts late readings.',
        reactions: [['check', '2705', 'joao', 'mei', 'kwame', 'priya']],
      },
      { from: 'priya', after: 3, text: 'First *four*, please. The battery swap is the fourth.' },
      {
        from: 'ada',
        after: 2,
        text: 'Of course. Edited. I can measure rivers but not count to four.',
        reactions: [
          ['pray', '1f64f', 'priya'],
          ['joy', '1f602', 'joao'],
        ],
      },
      {
        from: 'joao',
        after: 1160,
        text:
          'List is in the wiki: [Firmware 2.4](https://wiki.dipper.example/firmware/2.4). And I know just the ' +
          'person for the fourth line, she starts in a few days.',
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Phantom level spikes in heavy rain',
    starts: 22,
    at: '09:28',
    lines: [
      {
        from: 'sigrun',
        after: 0,
        text:
          'As promised. At four stations we see single readings that are 20 to 60 cm **above** their neighbours, ' +
          'and only when it rains hard. A river does not rise by 48 cm and fall again in 15 minutes.',
        reactions: [['eyes', '1f440', 'joao', 'kwame']],
      },
      {
        from: 'sigrun',
        after: 2,
        text:
          'This is how I select them, so that we talk about the same thing:\n' +
          '```python\n' +
          'def phantom(levels, limit_mm=150):\n' +
          '    """Readings that stand out from both neighbours, in the same direction."""\n' +
          '    found = []\n' +
          '    for before, here, after in zip(levels, levels[1:], levels[2:]):\n' +
          '        up = here.mm - max(before.mm, after.mm)\n' +
          '        if up > limit_mm:\n' +
          '            found.append((here.at, up))\n' +
          '    return found\n' +
          '```',
      },
      { from: 'joao', after: 11, text: 'Beautiful. Only upwards, never downwards?' },
      {
        from: 'sigrun',
        after: 3,
        text:
          '1,184 upwards, 6 downwards in three months. The six are from the day when ' +
          'somebody hung a jacket on the sensor.',
      },
      {
        from: 'joao',
        after: 8,
        text:
          'Then it is what I feared: the echo of the *drops*. We take the first echo above the threshold, and a ' +
          'curtain of heavy rain between sensor and water answers earlier than the water does.',
      },
      { from: 'mei', after: 6, text: 'How big is the threshold at the moment?' },
      {
        from: 'joao',
        after: 2,
        text:
          'Fixed value, chosen by a younger and happier João:\n' +
          '```c\n' +
          '#define ECHO_THRESHOLD   140   /* ADC counts, measured in a dry cellar */\n' +
          '```',
      },
      {
        from: 'mei',
        after: 4,
        text: '"measured in a dry cellar" 😄',
        reactions: [['joy', '1f602', 'kwame', 'sigrun', 'tomasz', 'lucia']],
      },
      {
        from: 'kwame',
        after: 15,
        text:
          "Could we simply repair it on the server? Same rule as Sigrún's, drop the point, " +
          'keep the raw value next to it.',
      },
      {
        from: 'sigrun',
        after: 7,
        text:
          'We can, but then we always know only one reading later. For warnings that is 15 minutes, and those ' +
          'are the minutes people pay for.',
      },
      { from: 'kwame', after: 3, text: 'Fair. Then on the device, and the server keeps a flag?' },
      {
        from: 'joao',
        after: 19,
        text:
          'Proposal: five pings instead of one, 60 ms apart, and we take the median. A drop has to be unlucky ' +
          'three times in the same reading.',
      },
      { from: 'mei', after: 5, text: 'Energy?' },
      {
        from: 'joao',
        after: 9,
        text:
          'One ping costs about 1.9 mJ including the amplifier warming up. The warm-up is most of it, so four ' +
          'more cost 2.4 mJ together. A reading goes from 31 mJ to a bit over 33.',
      },
      {
        from: 'mei',
        after: 6,
        text: 'Under 8 %. The radio is the expensive part anyway. No objection from hardware.',
        reactions: [['+1', '1f44d', 'joao', 'sigrun']],
      },
      {
        from: 'sigrun',
        after: 26,
        text:
          'I played it through with the raw traces from the tank and the garden hose (thank ' +
          'you, Ben, for an hour of rain):\n\n' +
          '* single ping: 61 of 400 readings wrong\n' +
          '* median of three: 9 of 400\n' +
          '* **median of five: 1 of 400**\n' +
          '* median of seven: 1 of 400',
      },
      {
        from: 'ben',
        after: 4,
        text: 'I was completely dry. The hose was not.',
        reactions: [
          ['heart', '2764', 'sigrun'],
          ['joy', '1f602', 'joao', 'ada'],
        ],
      },
      { from: 'tomasz', after: 13, text: '> median of five: 1 of 400\n\nWhat is the one?' },
      {
        from: 'sigrun',
        after: 5,
        text: 'A leaf. I checked the camera. It really was a leaf, and it really was there.',
      },
      {
        from: 'ada',
        after: 3,
        text: 'The leaf was a correct measurement of a leaf.',
        reactions: [['joy', '1f602', 'joao', 'mei', 'kwame']],
      },
      {
        from: 'joao',
        after: 47,
        text:
          'First version on a branch:\n' +
          '```c\n' +
          'static uint16_t burst_median(uint16_t *echo, size_t n)\n' +
          '{\n' +
          '    /* n is 5 at most: insertion sort is smaller than a call to qsort */\n' +
          '    for (size_t i = 1; i < n; i++) {\n' +
          '        uint16_t value = echo[i];\n' +
          '        size_t hole = i;\n' +
          '        while (hole > 0 && echo[hole - 1] > value) {\n' +
          '            echo[hole] = echo[hole - 1];\n' +
          '            hole--;\n' +
          '        }\n' +
          '        echo[hole] = value;\n' +
          '    }\n' +
          '    return echo[n / 2];\n' +
          '}\n' +
          '```',
      },
      { from: 'kwame', after: 8, text: 'And if some of the five time out?' },
      {
        from: 'joao',
        after: 6,
        text:
          "They don't take part. With fewer than three good echoes the reading goes out with `quality = 0` and " +
          'you may do with it what you like.',
      },
      {
        from: 'kwame',
        after: 4,
        text: "I'd store it and draw it grey. Lucía, is there a grey?",
        reactions: [['check', '2705', 'joao', 'sigrun']],
      },
      { from: 'lucia', after: 10, text: 'There are eleven greys. Zoë is working on that.' },
      {
        from: 'sigrun',
        after: 1210,
        text:
          'It rained all night on the roof of the workshop. Old firmware: 14 spikes. Branch: **none**. I am ' +
          'so happy that I may go outside.',
        reactions: [
          ['tada', '1f389', 'joao', 'mei', 'ada'],
          ['fire', '1f525', 'kwame'],
        ],
        starred_by: ['joao'],
      },
    ],
  },
  {
    channel: 'support',
    topic: 'Mill owner: graph drops to zero at night',
    resolved: true,
    starts: 22,
    at: '06:40',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'A question from Quernby Mill:\n\n' +
          "> Every night around two o'clock the level of our mill race goes to 0 cm for an hour. In the " +
          'morning everything is fine. Should I worry about a thief who steals only water?\n\n' +
          'Sensor `LD-0287`, firmware 2.3.1. I can see the zeros in the graph as well.',
      },
      { from: 'mei', after: 13, text: 'Zero exactly, or just low?' },
      { from: 'priya', after: 2, text: 'Exactly 0. And only between 02:00 and 03:00.' },
      {
        from: 'kwame',
        after: 148,
        text: "The raw values are fine, 312 to 318 mm all night. So it's us, between database and graph. Looking.",
      },
      {
        from: 'lucia',
        after: 21,
        text:
          "Found it, and it's embarrassing. His browser is set to a time zone where the clocks have changed, so " +
          'one hour exists twice. We fill the second one with "no data", and the mill view draws "no data" as 0.',
        first_text:
          'Found it. His browser is set to a time zone where the clocks have changed and we fill the missing ' +
          'hour with "no data", and the mill view draws "no data" as 0.',
      },
      { from: 'kwame', after: 4, text: 'But he says every night?' },
      {
        from: 'lucia',
        after: 7,
        text:
          'The mill view compares every day with the day of the change. I can explain it with a drawing, or ' +
          'I can fix it. Fixing is faster.',
        reactions: [['joy', '1f602', 'kwame', 'tomasz']],
      },
      {
        from: 'lucia',
        after: 95,
        text:
          'Fixed and live: a gap is a gap now, never a zero. [Change ' +
          '882](https://git.dipper.example/riverside-web/882)',
        reactions: [
          ['tada', '1f389', 'priya'],
          ['+1', '1f44d', 'kwame'],
        ],
      },
      {
        from: 'priya',
        after: 1090,
        text: 'His answer: "The thief has given up. Thank you." Closing this one.',
        reactions: [['heart', '2764', 'lucia', 'ada']],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Bad puns, one per day',
    starts: 22,
    at: '12:30',
    lines: [
      {
        from: 'ben',
        after: 0,
        text: 'Why did the sensor break up with the river? It needed a little distance.',
        reactions: [['joy', '1f602', 'zoe', 'sigrun']],
      },
      { from: 'zoe', after: 4, text: 'Ultrasonic distance, I assume.' },
      {
        from: 'joao',
        after: 6,
        text: 'It wanted someone with more depth.',
        reactions: [['joy', '1f602', 'ben', 'kwame', 'lucia', 'mei']],
      },
      { from: 'ada', after: 3, text: 'I pay all of you, and this is what I get.' },
      {
        from: 'sigrun',
        after: 2,
        text: 'Well, it is our *mean* level.',
        reactions: [['fire', '1f525', 'ben', 'joao', 'zoe']],
      },
    ],
  },
  {
    channel: 'design',
    topic: 'Gauge card: needle or number',
    starts: 21,
    at: '08:50',
    lines: [
      {
        from: 'zoe',
        after: 0,
        text:
          'The card on the front page of Riverside. We have to choose now because ' +
          'the new palette depends on it:\n\n' +
          '1. **needle**: a half circle, like a car, green to red\n' +
          '2. **number**: one large figure, a small line of the last 24 hours below\n\n' +
          'Drafts: [gauge-card](https://draw.dipper.example/gauge-card-v3)',
      },
      { from: 'lucia', after: 7, text: 'Number. The needle is 140 lines of SVG for one value.' },
      {
        from: 'priya',
        after: 5,
        text: 'Needle. Half of the people who call me look at the page from two metres away, in rubber boots.',
      },
      { from: 'zoe', after: 4, text: 'That is the strongest argument for anything this week.' },
      { from: 'sigrun', after: 11, text: 'The needle needs a maximum. What is the maximum of a river?' },
      {
        from: 'ada',
        after: 3,
        text: 'Philosophy at nine in the morning, good.',
        reactions: [['joy', '1f602', 'zoe', 'sigrun']],
      },
      {
        from: 'sigrun',
        after: 8,
        text:
          'I am serious. :smile: With a full scale of 3 m the needle of the Elderwash sleeps at the left end for ' +
          'eleven months. With 1 m it hits the wall exactly when it matters.',
      },
      { from: 'mei', after: 13, text: 'The gauge on my bench has a second scale for that. Nobody can read it.' },
      {
        from: 'zoe',
        after: 9,
        text:
          'What people want to know, from our eight interviews:\n\n' +
          '> Is it higher than yesterday? Do I have to move the sheep?\n\n' +
          'Nobody asked how many centimetres. They asked whether it is **rising**.',
      },
      {
        from: 'priya',
        after: 6,
        text: 'Then show exactly that. An arrow.',
        reactions: [['+1', '1f44d', 'lucia', 'zoe', 'sigrun']],
      },
      {
        from: 'zoe',
        after: 34,
        text:
          'Third draft: number, arrow up/down/flat, and one word: *rising*, *falling*, *steady*. Colour only ' +
          'when it is above the warning level that the customer set.',
      },
      {
        from: 'lucia',
        after: 5,
        text: "I love this. It's all text. It even works in a screen reader.",
        reactions: [['heart', '2764', 'zoe']],
      },
      { from: 'sigrun', after: 7, text: 'What is "steady"? Please not "exactly equal".' },
      { from: 'zoe', after: 3, text: 'You tell me. :smile:' },
      {
        from: 'sigrun',
        after: 18,
        text:
          'Less than 2 cm in the last hour for small streams, less than 1 % of the seasonal range for ' +
          "large ones. I'll write down a rule.",
        reactions: [['+1', '1f44d', 'zoe', 'kwame']],
      },
      {
        from: 'kwame',
        after: 10,
        text:
          'If you give me the rule, I compute the word on the server. Then the mail, the page and ' +
          'the text message say the same.',
      },
      {
        from: 'ada',
        after: 26,
        text: 'Decided: number, arrow, word. No needle. Priya, please test it with somebody in rubber boots.',
        reactions: [['check', '2705', 'zoe', 'lucia', 'priya', 'sigrun']],
      },
      {
        from: 'priya',
        after: 1255,
        text:
          'Tested from three metres, with rain on the phone. "Rising" can be read. The decimals ' +
          'cannot, and nobody missed them.',
        reactions: [['boot', '1f462', 'zoe', 'lucia', 'ada']],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Overheard in the workshop',
    starts: 20,
    at: '15:10',
    lines: [
      { from: 'ben', after: 0, text: '"Is it supposed to smell like that?" "It\'s a test." "Of what?"' },
      {
        from: 'joao',
        after: 2,
        text: 'It was epoxy. It was *fine*.',
        reactions: [['see_no_evil', '1f648', 'mei', 'ben']],
      },
      { from: 'ben', after: 5, text: '"We have water resistance." "In which direction?"' },
      {
        from: 'zoe',
        after: 9,
        text: 'I visited once and the first sentence I heard was "don\'t lean on the river".',
        reactions: [['joy', '1f602', 'ben', 'joao', 'tomasz', 'sigrun']],
      },
      { from: 'joao', after: 4, text: 'To be fair, you leaned on the river.' },
    ],
  },
  {
    channel: 'general',
    topic: 'Welcome, Yuki!',
    starts: 19,
    at: '08:45',
    lines: [
      {
        from: 'ada',
        after: 0,
        text:
          'Please say hello to @**Yuki Tanabe**, who joins the firmware team today! Yuki has written software ' +
          'for weather balloons in Sapporo and now lives eleven minutes from our ' +
          'workshop in Porto, on foot, uphill.',
        reactions: [['wave', '1f44b', 'yuki', 'zoe', 'lucia', 'priya', 'tomasz', 'sigrun']],
      },
      {
        from: 'yuki',
        after: 16,
        text:
          'Hello everyone, and thank you for the warm welcome. :wave: I like small processors, large mountains ' +
          'and any soup. I am still learning Portuguese, so please be patient when I order lunch.',
        reactions: [['heart', '2764', 'ada', 'joao', 'ben', 'kwame']],
      },
      { from: 'joao', after: 4, text: 'Finally somebody who reads data sheets for pleasure. Welcome!' },
      { from: 'kwame', after: 6, text: 'Welcome, Yuki! What did the balloons run on?' },
      {
        from: 'yuki',
        after: 5,
        text: '8 KiB of RAM and hope.',
        reactions: [
          ['fire', '1f525', 'joao', 'mei'],
          ['muscle', '1f4aa', 'kwame'],
        ],
      },
      {
        from: 'mei',
        after: 3,
        text:
          'Welcome! I have a board for you in the post, with one deliberate mistake on it. Tradition. ' +
          'You get a cake when you find it.',
      },
      { from: 'lucia', after: 11, text: 'Welcome! What kind of cake is it, Mei? Asking for the rest of us.' },
      { from: 'zoe', after: 7, text: 'Welcome, Yuki. Your business cards have an ☂ on the back, I hope you like it.' },
      {
        from: 'priya',
        after: 2,
        text:
          'Welcome from the support desk! Your first week with me is on the calendar: two hours ' +
          'of listening to real customers.',
      },
      {
        from: 'ben',
        after: 9,
        text:
          'Keys, chair, coffee card: all on your table. The chair that turns by itself ' +
          "is not haunted, it's only old.",
      },
      {
        from: 'yuki',
        after: 420,
        text:
          'End of the first day. I have a laptop, a chair that turns by itself, and I found the mistake: `R14` ' +
          'is 10 k and the drawing says 1 k. 🍰?',
        reactions: [
          ['tada', '1f389', 'mei', 'joao', 'lucia'],
          ['joy', '1f602', 'ben'],
        ],
      },
      {
        from: 'mei',
        after: 530,
        text: 'One day! The record was three. The cake is on me, and there is a *second* mistake.',
        reactions: [['joy', '1f602', 'yuki', 'ada', 'zoe', 'kwame']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Review: ring buffer for offline readings',
    resolved: true,
    starts: 18,
    at: '09:05',
    lines: [
      {
        from: 'joao',
        after: 0,
        text:
          'Ready for review: [change 1204](https://git.dipper.example/dipper-fw/1204). It keeps 288 readings (72 ' +
          'hours at 15 minutes) in flash when no gateway answers and sends them later, newest first.',
      },
      {
        from: 'yuki',
        after: 35,
        text: 'My first review, so please tell me if I ask strange things. Why newest first?',
      },
      {
        from: 'joao',
        after: 4,
        text:
          'Not strange at all. If a flood takes a gateway down, the reading from *now* matters more than the one ' +
          'from yesterday. The old ones fill the graph afterwards.',
        reactions: [['+1', '1f44d', 'kwame', 'sigrun']],
      },
      {
        from: 'kwame',
        after: 12,
        text: "`ingest` accepts readings up to seven days old since this morning, so you're free to be late.",
      },
      {
        from: 'yuki',
        after: 28,
        text:
          'In `ring_push` the head is written before the record:\n' +
          '```c\n' +
          '    flash_write(&ring->head, next);\n' +
          '    flash_write(&ring->slot[head], reading);\n' +
          '```\n' +
          'If the power goes away between the two lines, the head points behind a record that is not there. ' +
          'Should it be the other way round?',
        reactions: [['eyes', '1f440', 'joao', 'mei']],
      },
      {
        from: 'joao',
        after: 6,
        text:
          'Oof. Yes. Other way round, and the record needs a checksum, because half a record is ' +
          'also possible. Excellent catch.',
        reactions: [['clap', '1f44f', 'mei', 'kwame', 'ada']],
      },
      {
        from: 'mei',
        after: 9,
        text:
          'That will happen, by the way. The cells drop out at minus 20 for some ' +
          'milliseconds when the radio starts.',
      },
      {
        from: 'tomasz',
        after: 14,
        text: 'How often does this write to the same flash page? I have seen devices die of diligence.',
      },
      {
        from: 'joao',
        after: 8,
        text:
          'Only when the gateway is away, and the pages rotate. Worst case, offline for ever: 96 writes a day ' +
          "over 9 pages, 10,000 cycles each. That's two and a half years of *uninterrupted* outage.",
        first_text:
          'Only when the gateway is away, and the pages rotate. Worst case, offline for ever: 96 writes a day, ' +
          "10,000 cycles. That's three months of *uninterrupted* outage.",
      },
      { from: 'mei', after: 3, text: 'Three months is not much?' },
      {
        from: 'joao',
        after: 7,
        text:
          'I forgot the nine pages. Corrected: 2.5 years. And there is a counter in the status message ' +
          'now, so we would see it coming.',
        reactions: [['+1', '1f44d', 'mei', 'tomasz']],
      },
      {
        from: 'joao',
        after: 160,
        text:
          'Second version is up: record first, CRC-16 over the record, head last, and a test that cuts the power ' +
          'after every single write. It found one more place. :see_no_evil:',
      },
      {
        from: 'yuki',
        after: 55,
        text:
          'Read it twice, ran it on two boards with my thumb on the power switch for 20 ' +
          'minutes. Approved from my side.',
        reactions: [['rocket', '1f680', 'joao', 'kwame']],
      },
      { from: 'joao', after: 5, text: 'Merged. Thank you, thumb.', reactions: [['tada', '1f389', 'yuki', 'mei']] },
    ],
  },
  {
    channel: 'leads',
    topic: 'Budget for the next half-year',
    starts: 18,
    at: '10:30',
    lines: [
      {
        from: 'ada',
        after: 0,
        text:
          'Short version of the numbers: we sold 71 kits instead of the planned 60, and the parts cost 6 % more. ' +
          "Together that leaves us a little better than planned. I'd like to decide where it goes.",
      },
      { from: 'ben', after: 9, text: 'Second reflow oven. Ours is a toaster with a diploma.' },
      {
        from: 'joao',
        after: 4,
        text: 'It has never failed us. It has only frightened us.',
        reactions: [['joy', '1f602', 'ben', 'ada']],
      },
      {
        from: 'priya',
        after: 13,
        text:
          'A second person in support, at least half time. I have answered on 19 of the last 21 ' +
          'days, and I noticed that I noticed.',
      },
      {
        from: 'ada',
        after: 6,
        text: "Then that is first. No discussion needed on my side. The oven second, if there's enough.",
        reactions: [
          ['heart', '2764', 'ben', 'tomasz'],
          ['+1', '1f44d', 'joao'],
        ],
      },
      { from: 'tomasz', after: 15, text: 'Agreed. Servers need nothing, apart from bigger disks some day.' },
      {
        from: 'ada',
        after: 1420,
        text:
          "Booked: half a position for support in two months, the oven in four if the sales hold. I'll " +
          'write the advertisement with Priya.',
        first_text:
          "Booked: half a position for support in three months, the oven in four. I'll " +
          'write the advertisement with Priya.',
        starred_by: ['priya'],
      },
    ],
  },
  {
    channel: 'elderwash-pilot',
    topic: 'Installing the first two sensors',
    starts: 17,
    at: '09:10',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          "Good morning, @**Noor El-Amin**, and welcome to our chat! Here you'll find the people who build what " +
          'you are about to hang from a bridge: @**João Figueiredo** (firmware), @**Sigrún Þórsdóttir** ' +
          '(everything about water) and @**Ben Hargreaves** (parcels).',
      },
      {
        from: 'noor',
        after: 22,
        text:
          'Thank you, Priya. Noor from the Elderwash River Trust, hello. The box arrived, the volunteers are ' +
          'excited, and I have a ladder. What do we do first?',
        reactions: [['wave', '1f44b', 'priya', 'sigrun', 'joao', 'ben']],
      },
      { from: 'sigrun', after: 8, text: 'Before the ladder: where? Could you describe the two places?' },
      {
        from: 'noor',
        after: 11,
        text:
          '1. **Lower Weir**: iron footbridge, about 4 m above the water, straight reach\n' +
          '2. **Sheep Bridge**: stone arch, 2.5 m, upstream of a bend, lots of willows',
      },
      {
        from: 'sigrun',
        after: 7,
        text:
          'Both are fine. At Sheep Bridge please keep 1.5 m away from the wall, otherwise we measure the wall. ' +
          'It is very constant, but not very interesting.',
      },
      {
        from: 'joao',
        after: 4,
        text:
          'For the installation:\n\n' +
          "- [ ] screw the bracket on, sensor looks straight down (there's a bubble level in the lid)\n" +
          '- [ ] press the button for three seconds, wait for **two** green blinks\n' +
          '- [ ] measure from the sensor to the water with a tape and write it down\n' +
          '- [ ] photo with the tape, somebody always asks later',
        reactions: [['joy', '1f602', 'noor', 'priya']],
      },
      { from: 'noor', after: 3, text: "And if it's not two green blinks?" },
      {
        from: 'joao',
        after: 5,
        text:
          'One: no gateway heard, move the gateway higher. Red: call me, really, +351 is ' +
          'fine at any hour before midnight.',
      },
      {
        from: 'noor',
        after: 265,
        text:
          'Both are up! Two blinks and two blinks. Tape says 3.87 m at Lower Weir and 2.41 m at Sheep Bridge. ' +
          'Nobody fell in, although Gareth tried.',
        first_text:
          'Both are up! Two blinks and two blinks. Tape says 3.87 m at Lower Weir and 2.14 m at Sheep Bridge. ' +
          'Nobody fell in, although Gareth tried.',
        reactions: [
          ['tada', '1f389', 'priya', 'sigrun', 'ada', 'ben'],
          ['rocket', '1f680', 'joao'],
        ],
      },
      {
        from: 'sigrun',
        after: 6,
        text:
          'I see `LD-0412` with 3,868 mm, perfect. `LD-0413` says 2,409 mm and your tape says 2.14. Is that ' +
          'perhaps a twist of two digits?',
      },
      {
        from: 'noor',
        after: 9,
        text: "It is. 2.41, I have the photo. So that's what the photo is for.",
        reactions: [['joy', '1f602', 'sigrun', 'joao']],
      },
      { from: 'joao', after: 2, text: 'That is *exactly* what the photo is for.' },
      {
        from: 'noor',
        after: 1110,
        text:
          "First morning with data. I have looked at the graph eleven times. It's a flat " +
          'line and I find it fascinating.',
        reactions: [['heart', '2764', 'priya', 'sigrun', 'zoe']],
      },
    ],
  },
  {
    channel: 'support',
    topic: 'Battery swap: sensor does not come back',
    resolved: true,
    starts: 17,
    at: '05:20',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'The classic, but this time with a log. Port Sallow harbour office, sensor `LD-0198`, battery changed ' +
          'at 04:31, back at 04:44. The customer had already swapped twice. @**Tomasz Wójcik**, ' +
          'you wanted to save the next one?',
      },
      {
        from: 'tomasz',
        after: 165,
        text:
          'Saved from the gateway: ' +
          '[join-LD-0198.log](https://files.dipper.example/join-LD-0198.log). Interesting part:\n' +
          '```\n' +
          '04:31:52 join-request  dev=LD-0198 nonce=0011  rejected: nonce used before\n' +
          '04:33:58 join-request  dev=LD-0198 nonce=0012  rejected: nonce used before\n' +
          '04:38:10 join-request  dev=LD-0198 nonce=0013  rejected: nonce used before\n' +
          '04:44:22 join-request  dev=LD-0198 nonce=0014  accepted\n' +
          '```',
      },
      {
        from: 'joao',
        after: 44,
        text:
          'There it is. The counter for the nonce is only saved at every fourth join. Without power it falls ' +
          'back to the last saved value, and the gateway is right to refuse.',
      },
      { from: 'yuki', after: 12, text: 'And between tries we double the waiting time: 2, 4, 6 minutes...' },
      {
        from: 'joao',
        after: 3,
        text:
          "Exactly. Three refusals make about 13 minutes. Priya's customers were right with " +
          'their half hour, they did it twice.',
      },
      {
        from: 'priya',
        after: 2,
        text: 'Customers with cold fingers are very precise clocks.',
        reactions: [['+1', '1f44d', 'joao', 'tomasz']],
      },
      {
        from: 'yuki',
        after: 65,
        text:
          'Would it work to save it *before* every join request, now that the ring buffer ' +
          'gives us wear levelling for free?',
      },
      {
        from: 'joao',
        after: 7,
        text: "It would. Do you want to write it? That's the fourth line of 2.4.",
        reactions: [
          ['fire', '1f525', 'mei', 'kwame'],
          ['clap', '1f44f', 'priya'],
        ],
      },
      { from: 'yuki', after: 2, text: 'Yes, please!', reactions: [['muscle', '1f4aa', 'joao']] },
      { from: 'priya', after: 1070, text: 'Until then, what do I tell people?' },
      {
        from: 'joao',
        after: 260,
        text: '"Change it, then have a tea. 15 minutes. Do not change it again." From 2.4 on: under a minute.',
      },
      {
        from: 'priya',
        after: 40,
        text:
          'Answered with exactly these words, including the tea. I added it to the [help ' +
          'page](https://help.dipper.example/battery) and close this.',
        reactions: [
          ['check', '2705', 'joao', 'yuki'],
          ['coffee', '2615', 'ada', 'ben'],
        ],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Lunch tomorrow',
    starts: 16,
    at: '10:40',
    lines: [
      {
        from: 'ben',
        after: 0,
        text:
          'Lucía and Zoë are at the workshop tomorrow, Yuki has survived her first days. That ' +
          'calls for lunch. 12:30 local time?',
      },
      { from: 'lucia', after: 3, text: 'Yes! I land at 10:15.', reactions: [['+1', '1f44d', 'ben']] },
      { from: 'zoe', after: 6, text: 'In. Vegetarian, please.' },
      {
        from: 'joao',
        after: 4,
        text:
          'Three candidates, vote with the emoji: 🐟 the place at the harbour, 🍞 the bakery with soup, 🐌 the slow ' +
          'but very good one on the hill.',
        first_text: 'Two candidates: the place at the harbour, or the bakery with soup.',
      },
      {
        from: 'yuki',
        after: 5,
        text: "Soup! I mean: I don't want to influence anyone.",
        reactions: [
          ['bread', '1f35e', 'yuki', 'zoe', 'lucia'],
          ['fish', '1f41f', 'ben', 'joao'],
          ['snail', '1f40c', 'ada'],
        ],
      },
      { from: 'ben', after: 2, text: 'You voted before you had finished the sentence.' },
      {
        from: 'yuki',
        after: 1,
        text: 'I see no rule against it.',
        reactions: [['joy', '1f602', 'ben', 'joao', 'zoe', 'lucia', 'tomasz']],
      },
      {
        from: 'joao',
        after: 8,
        text: "3 : 2 : 1, and the one vote for the snail comes from Stockholm and doesn't count. **Soup, 12:30.**",
      },
      { from: 'ada', after: 4, text: 'I wanted to be part of it in spirit.', reactions: [['heart', '2764', 'joao']] },
      {
        from: 'ben',
        after: 1505,
        text:
          'For the record: caldo verde, five spoons, no survivors. Yuki ordered for everybody, in ' +
          'Portuguese, without a mistake.',
        reactions: [['heart', '2764', 'ada', 'zoe', 'yuki']],
      },
      {
        from: 'yuki',
        after: 11,
        text: "I ordered one thing that I can't name. It was good, too.",
        reactions: [['clap', '1f44f', 'ada', 'priya', 'sigrun']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Partition the readings table',
    starts: 15,
    at: '09:35',
    lines: [
      {
        from: 'kwame',
        after: 0,
        text:
          "The table `reading` has 61 million rows, and the nightly statistics take 38 minutes. I'd like to " +
          'partition by month before the 2.4 rollout makes late inserts normal. Draft:\n' +
          '```sql\n' +
          'CREATE TABLE reading_p (\n' +
          '  sensor_id  integer     NOT NULL,\n' +
          '  taken_at   timestamptz NOT NULL,\n' +
          '  level_mm   integer     NOT NULL,\n' +
          '  quality    smallint    NOT NULL DEFAULT 5,\n' +
          '  trace      bytea,      -- the raw echo, 192 bytes\n' +
          '  PRIMARY KEY (sensor_id, taken_at)\n' +
          ') PARTITION BY RANGE (taken_at);\n' +
          '```',
      },
      { from: 'tomasz', after: 14, text: 'By month or by week?' },
      {
        from: 'kwame',
        after: 5,
        text:
          "By month, that's about 400 MB each. With weeks we'd have more than 300 partitions, and the " +
          'yearly graph touches 52 of them.',
      },
      {
        from: 'lucia',
        after: 11,
        text: 'Does anything change for the web? We always ask with `sensor_id` and a range.',
      },
      {
        from: 'kwame',
        after: 3,
        text:
          'Nothing, if you *always* ask with a range. If there is one query ' +
          'without, it will be slower than today.',
      },
      {
        from: 'lucia',
        after: 26,
        text:
          'There is one: "last reading ever" on the sensor page, for sensors that have been silent ' +
          "for a long time. I'd need this:\n" +
          '```sql\n' +
          'SELECT taken_at, level_mm\n' +
          '  FROM reading\n' +
          ' WHERE sensor_id = $1\n' +
          ' ORDER BY taken_at DESC\n' +
          ' LIMIT 1;\n' +
          '```',
        reactions: [['eyes', '1f440', 'kwame', 'zoe']],
      },
      {
        from: 'kwame',
        after: 9,
        text:
          'The index of each partition is enough for that, the planner walks backwards and stops at the first ' +
          'hit. I tried with the copy: 3 ms, and 11 ms for the sensor that has been in a box since 2019.',
      },
      { from: 'tomasz', after: 7, text: 'Plan for the switch?' },
      {
        from: 'kwame',
        after: 16,
        text:
          '1. create `reading_p` with partitions for the next twelve months\n' +
          '2. write into both tables from today 14:00 UTC\n' +
          '3. copy the past, month by month, during the night\n' +
          '4. compare counts and checksums per month\n' +
          '5. rename both in one transaction, tomorrow 06:00 UTC\n' +
          '6. keep the old table **ten days**, then drop it',
        reactions: [['+1', '1f44d', 'tomasz', 'ada', 'sigrun']],
        starred_by: ['tomasz'],
      },
      {
        from: 'tomasz',
        after: 4,
        text: 'Point 6 costs us a second copy for ten days. We have room: 61 % used, then about 78 %.',
      },
      { from: 'kwame', after: 2, text: "I looked at that as well. It's fine as long as nothing else grows." },
      {
        from: 'kwame',
        after: 1190,
        text:
          'Renamed at 06:02 UTC, the transaction took 40 ms. Counts are equal in all 71 months. Nightly ' +
          'statistics: **38 minutes → 4 minutes 10**.',
        reactions: [
          ['tada', '1f389', 'sigrun', 'tomasz', 'lucia'],
          ['rocket', '1f680', 'ada'],
        ],
      },
      {
        from: 'sigrun',
        after: 95,
        text: 'I opened the yearly comparison and thought it was broken because it was already there.',
        reactions: [['heart', '2764', 'kwame']],
      },
    ],
  },
  {
    channel: 'design',
    topic: "A palette for everyone's eyes",
    starts: 14,
    at: '09:20',
    lines: [
      {
        from: 'zoe',
        after: 0,
        text:
          'One man in twelve sees our red and green as two shades of the same mud. New palette for the states, ' +
          'tested with three simulators and with my uncle:\n\n' +
          '| State | Old | New | Also shown as |\n' +
          '|---|---|---|---|\n' +
          '| normal | green | blue `#2b6cb0` | plain text |\n' +
          '| watch | yellow | amber `#b7791f` | text + ▲ |\n' +
          '| warning | red | dark orange `#c05621` | bold text + ▲▲ |\n' +
          '| no data | white | grey `#718096` | dashed line |',
      },
      {
        from: 'priya',
        after: 9,
        text: 'Signs *and* colours, thank you. Two of our customers print the page in black and white every morning.',
        reactions: [['+1', '1f44d', 'zoe', 'lucia']],
      },
      { from: 'lucia', after: 6, text: 'Contrast of amber on white?' },
      {
        from: 'zoe',
        after: 4,
        text:
          '3.7 : 1. Enough for the large number, not for small text. So small text stays dark ' +
          'and only the sign gets the amber.',
      },
      { from: 'sigrun', after: 15, text: 'Is blue for "normal" clever on a page about water? Everything is blue.' },
      {
        from: 'zoe',
        after: 8,
        text: 'Everything being blue is precisely what "normal" should feel like.',
        reactions: [['joy', '1f602', 'sigrun', 'lucia', 'priya']],
      },
      {
        from: 'mei',
        after: 12,
        text: 'Can I have the amber as a number for the LED? The "green" of the case LED is more of an opinion.',
      },
      {
        from: 'zoe',
        after: 25,
        text: "591 nm would be a close relative. I'll send you a sheet.",
        reactions: [['check', '2705', 'mei']],
      },
    ],
  },
  {
    channel: 'general',
    topic: 'Workshop closed for the electrics check',
    starts: 14,
    at: '11:15',
    lines: [
      {
        from: 'ben',
        after: 0,
        text:
          'For everybody in Porto: **tomorrow from 08:00 to about 13:00 UTC** the electrics in the workshop are ' +
          'inspected and the power is off in the whole building. Please shut down what you care about tonight. ' +
          "The test tank will be cold, don't bathe.",
        reactions: [['+1', '1f44d', 'joao', 'yuki', 'ada']],
      },
      { from: 'joao', after: 12, text: "I'll take the boards home. And the towel." },
      {
        from: 'ben',
        after: 1590,
        text: 'Power is back, everything passed, including the toaster with a diploma.',
        reactions: [['joy', '1f602', 'joao']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: "Yuki's first patch",
    starts: 14,
    at: '10:05',
    lines: [
      {
        from: 'yuki',
        after: 0,
        text:
          "It's small, but it's mine: [change 1219](https://git.dipper.example/dipper-fw/1219). The nonce " +
          'counter is saved before each join request. 23 lines, 61 lines of test.',
        reactions: [
          ['tada', '1f389', 'joao', 'mei', 'kwame'],
          ['seedling', '1f331', 'ada'],
        ],
      },
      { from: 'joao', after: 18, text: 'Reading. I like the proportion already.' },
      {
        from: 'joao',
        after: 22,
        text:
          'Two remarks:\n\n' +
          "* `JOIN_NONCE_SAVE_EVERY` isn't needed any more, out with it\n" +
          '* what happens when the *first* write after production finds an empty page? (`0xFFFF`)',
      },
      {
        from: 'yuki',
        after: 15,
        text:
          'First: removed. Second: then the counter would start at 65,535 and the gateway would refuse ' +
          "everything after it, for ever. I'd like to say I had thought of it.",
      },
      {
        from: 'joao',
        after: 3,
        text:
          'Nobody thinks of it. Everybody gets it once. I had it in the first ten sensors, three of them ' +
          'are still decorating my kitchen.',
        reactions: [['+1', '1f44d', 'yuki']],
      },
      {
        from: 'yuki',
        after: 48,
        text:
          'Fixed, with a test that begins with an erased page. Join after battery swap on my ' +
          'bench, ten times: 31 to 44 seconds.',
      },
      {
        from: 'joao',
        after: 11,
        text: 'Approved and merged. Congratulations, you are in the product.',
        reactions: [['rocket', '1f680', 'yuki', 'priya', 'mei']],
      },
      {
        from: 'priya',
        after: 1010,
        text: 'From the bottom of my inbox: **thank you**.',
        reactions: [['heart', '2764', 'yuki', 'joao', 'ada']],
      },
    ],
  },
  {
    channel: 'builds',
    topic: 'Alerts: ingest and database',
    starts: 12,
    at: '01:22',
    lines: [
      {
        from: 'heron',
        after: 0,
        text:
          '🟠 **WARNING** `db-1` disk `/var/lib/postgresql` at **90 %** (limit 90 %), growing 2.7 GB/h\n' +
          '[Dashboard](https://metrics.dipper.example/d/db-1)',
      },
      {
        from: 'heron',
        after: 272,
        text:
          '🔴 **CRITICAL** `ingest` error rate **100 %** for 2 min\n' +
          '```\n' +
          'ERROR  could not extend file "base/16402/99187": No space left on device\n' +
          '```\n' +
          'Affected: all 24 gateways. [Dashboard](https://metrics.dipper.example/d/ingest)',
        reactions: [['eyes', '1f440', 'tomasz', 'kwame']],
      },
      {
        from: 'heron',
        after: 15,
        text:
          '🔴 **STILL CRITICAL** `ingest` error rate 100 % for 17 min. Nobody has acknowledged. Calling the ' +
          'person on duty: Tomasz Wójcik.',
      },
      {
        from: 'tomasz',
        after: 8,
        text:
          'Acknowledged. Awake. More or less. Topic for people: ' +
          '#**engineering>Incident: ingest refuses all readings**',
      },
      {
        from: 'heron',
        after: 51,
        text: '🟡 **RECOVERING** `ingest` error rate 3 %, 2,310 readings waiting on gateways',
      },
      {
        from: 'heron',
        after: 23,
        text:
          '🟢 **RESOLVED** `ingest` error rate 0 %, queue on gateways empty. Duration ' +
          '1 h 39 min (05:52 to 07:31 UTC)',
      },
      {
        from: 'kwame',
        after: 140,
        text:
          'The limit of 90 % is from a time when we wrote a tenth as much. New limits, live since just now: 75 % ' +
          'warning, 85 % wakes somebody, **plus** "full in less than 12 hours at this speed".',
        reactions: [['+1', '1f44d', 'tomasz']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Incident: ingest refuses all readings',
    starts: 12,
    at: '06:18',
    lines: [
      {
        from: 'tomasz',
        after: 0,
        text:
          "**Incident.** Since 05:52 UTC `ingest` refuses all readings, disk of `db-1` is full. I'm on it. " +
          'Priya, please hold the customers for a moment.',
        reactions: [['eyes', '1f440', 'priya', 'mei', 'ada']],
      },
      {
        from: 'priya',
        after: 2,
        text:
          'Holding. Status page says "we are receiving no new readings, existing data is ' +
          'safe". Is the second half true?',
      },
      { from: 'tomasz', after: 3, text: 'Yes. Postgres has stopped cleanly, it can read but not write.' },
      {
        from: 'tomasz',
        after: 5,
        text:
          '```sh\n' +
          '$ df -h /var/lib/postgresql\n' +
          'Filesystem      Size  Used Avail Use% Mounted on\n' +
          '/dev/nvme1n1    120G  120G     0 100% /var/lib/postgresql\n' +
          '$ du -sh pg_wal\n' +
          '28G     pg_wal\n' +
          '```\n' +
          "28 GB of WAL. It's normally 1. Something holds it back.",
      },
      { from: 'mei', after: 3, text: 'Can I help, or shall I stay out of the way?' },
      { from: 'tomasz', after: 1, text: "Write down times, please. I'll never remember them later." },
      {
        from: 'mei',
        after: 1,
        text: '/me is the clock now. 06:33 cause of the full disk known (WAL), reason not yet.',
        reactions: [['pray', '1f64f', 'tomasz']],
      },
      { from: 'kwame', after: 7, text: 'Here. Which slots are there?' },
      {
        from: 'tomasz',
        after: 2,
        text:
          '```sql\n' +
          'SELECT slot_name, active, pg_size_pretty(\n' +
          '         pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) AS kept\n' +
          '  FROM pg_replication_slots;\n\n' +
          ' slot_name   | active | kept\n' +
          '-------------+--------+-------\n' +
          ' reports_rep | f      | 27 GB\n' +
          '```',
      },
      {
        from: 'kwame',
        after: 1,
        text: '`reports_rep` is the replica for the reports. The machine under the table in the workshop.',
      },
      {
        from: 'tomasz',
        after: 1,
        text: 'The workshop that had no electricity yesterday morning.',
        reactions: [['see_no_evil', '1f648', 'kwame', 'joao', 'ben']],
      },
      {
        from: 'mei',
        after: 1,
        text: '06:45 reason known: replica has been off since yesterday 08:00, its slot keeps the WAL.',
      },
      {
        from: 'kwame',
        after: 2,
        text:
          "And my backfill of `quality` wrote 19 GB of it last night. I'm sorry. " +
          'Separately both would have been fine.',
      },
      {
        from: 'tomasz',
        after: 3,
        text: 'We can rebuild the replica from a backup in an hour. I drop the slot now, agreed?',
        reactions: [['+1', '1f44d', 'kwame', 'ada']],
      },
      { from: 'kwame', after: 1, text: 'Agreed.', reactions: [['check', '2705', 'tomasz']] },
      {
        from: 'tomasz',
        after: 12,
        text:
          'Slot dropped, checkpoint done, WAL is back to 1.1 GB, disk 76 %. Restarting `ingest` with half the ' +
          "workers, so that 24 gateways don't fall over it at once.",
        first_text: 'Slot dropped, checkpoint done, WAL is back to 1.1 GB, disk 76 %. Restarting `ingest`.',
      },
      { from: 'mei', after: 1, text: '07:03 writes possible again, `ingest` starting.' },
      {
        from: 'priya',
        after: 9,
        text:
          'A customer from Port Sallow: "Is this why my phone is so quiet? I like it." I ' +
          "told him that we're fixing that.",
      },
      {
        from: 'tomasz',
        after: 18,
        text: '07:31, queue empty. Gateways have delivered everything they had kept.',
        reactions: [['tada', '1f389', 'priya', 'mei', 'kwame', 'ada']],
      },
      {
        from: 'sigrun',
        after: 38,
        text:
          'I compared with the expected counts: 20 gateways complete. Four have a hole: `BD-03`, `BD-07`, ' +
          '`BD-08` and `BD-15`, together 37 sensors and 214 readings.',
        reactions: [['eyes', '1f440', 'tomasz', 'kwame']],
      },
      {
        from: 'joao',
        after: 16,
        text:
          'Those are the four with the old gateway software, 1.8. It keeps only the last reading per sensor. We ' +
          'never updated them because "they run so nicely".',
      },
      {
        from: 'ada',
        after: 24,
        text:
          'Thank you all, and Mei especially for the calm clock. Nobody is to blame here. A machine that can be ' +
          "switched off at the wall must not be able to stop our database, so let's find out together why it " +
          'could. Tomasz, will you write the post-mortem? No hurry, two days are fine.',
        reactions: [['heart', '2764', 'tomasz', 'kwame', 'mei', 'priya', 'sigrun']],
      },
    ],
  },
  {
    channel: 'support',
    topic: 'What we tell customers about the gap',
    starts: 12,
    at: '09:20',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'Draft for the 37 sensors with missing readings:\n\n' +
          '> This morning our server was unable to store readings from 05:52 to 07:31 UTC. For your station up ' +
          'to six readings could not be recovered. Your sensor is healthy, and there is nothing you need to ' +
          'do. The cause has been found and removed.\n\n' +
          'Too long? Too short?',
      },
      { from: 'ada', after: 7, text: "Good. I'd add one sentence that says sorry in plain words. We *are* sorry." },
      {
        from: 'zoe',
        after: 5,
        text:
          'And show the gap in the graph as a dashed line with a note, so that nobody ' +
          'finds it in a year and wonders.',
      },
      {
        from: 'lucia',
        after: 8,
        text: 'The note on the graph exists since the mill. I can have it there in half an hour.',
        reactions: [['+1', '1f44d', 'zoe', 'priya']],
      },
      {
        from: 'priya',
        after: 31,
        text:
          '> This morning we lost readings from your station, and we are sorry.\n\n' +
          'is now the first sentence. Sent to 14 customers.',
        reactions: [['check', '2705', 'ada']],
      },
      {
        from: 'priya',
        after: 130,
        text:
          'Nine answers so far. Eight say thank you for telling. One asks whether we could also explain ' +
          'the outage of his electric gate.',
        reactions: [['heart', '2764', 'ada', 'tomasz', 'zoe', 'kwame']],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Bread',
    starts: 11,
    at: '08:05',
    lines: [
      {
        from: 'tomasz',
        after: 0,
        text:
          'After yesterday I needed something that rises when it should. Result: a ' +
          'sourdough, 820 g, crust like a bridge. 🍞',
      },
      { from: 'zoe', after: 6, text: 'Rising, falling or steady?', reactions: [['thinking', '1f914', 'tomasz']] },
      {
        from: 'tomasz',
        after: 2,
        text: 'Steady. Less than 1 % of the seasonal range.',
        reactions: [
          ['joy', '1f602', 'zoe', 'lucia', 'sigrun', 'kwame'],
          ['heart', '2764', 'ada'],
        ],
      },
      { from: 'lucia', after: 14, text: 'What is the name of your starter? They all have names.' },
      { from: 'tomasz', after: 3, text: 'Daemon. It runs in the background.' },
      {
        from: 'ben',
        after: 7,
        text: 'My starter died after a week. Post-mortem: it was in the fridge, behind the epoxy.',
      },
      { from: 'joao', after: 4, text: 'So *that* was the smell.', reactions: [['see_no_evil', '1f648', 'ben', 'mei']] },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Post-mortem: ingest outage',
    resolved: true,
    starts: 10,
    at: '10:40',
    lines: [
      {
        from: 'tomasz',
        after: 0,
        text:
          'Post-mortem, long version in the [wiki](https://wiki.dipper.example/post-mortems/ingest-disk-full).\n\n' +
          '**What happened.** For 99 minutes `ingest` stored nothing. 214 readings of 37 sensors ' +
          'are lost, about 2,500 came late.\n\n' +
          '**Why.**\n' +
          '* The reports replica lost power during the electrics check and did not start again by itself.\n' +
          '* Its replication slot made the database keep all WAL, without any limit.\n' +
          '* The backfill of `quality` and the second copy of the readings table used up the room that ' +
          'would have given us another day.\n' +
          '* The warning came four and a half hours earlier, at an hour when a warning wakes nobody.\n' +
          '* Four gateways ran software that does not buffer.\n\n' +
          "**What went well.** Mei's clock, Priya's status page after four minutes, and that " +
          'nobody tried three things at once.',
        reactions: [
          ['+1', '1f44d', 'ada', 'kwame', 'joao', 'lucia', 'sigrun'],
          ['clap', '1f44f', 'priya', 'mei'],
        ],
        starred_by: ['ada', 'kwame', 'yuki'],
      },
      {
        from: 'tomasz',
        after: 4,
        text:
          'Tasks:\n\n' +
          '- [x] disk alerts at 75 % and 85 %, and by speed (Kwame)\n' +
          '- [ ] `max_slot_wal_keep_size = 10GB` (Tomasz)\n' +
          '- [ ] alert when a slot is inactive for more than 30 minutes (Tomasz)\n' +
          '- [ ] gateways BD-03, 07, 08, 15 to software 2.2 (João)\n' +
          '- [ ] replica moves from under the table to the data centre (Ben, Tomasz)\n' +
          '- [ ] checklist for planned power cuts (Ben)',
      },
      {
        from: 'kwame',
        after: 21,
        text:
          'One addition: "long-running writes are announced in #**engineering** the day before". I\'d have been ' +
          'told about the replica if I had said a word about the backfill.',
      },
      {
        from: 'mei',
        after: 14,
        text:
          'I saw the warning over my first coffee and thought "somebody will know about it". Next time I ask. It ' +
          'was half past nine here, I was wide awake.',
        reactions: [['heart', '2764', 'tomasz', 'ada', 'kwame']],
      },
      {
        from: 'ben',
        after: 9,
        text:
          "And I knew that a computer under the table was going to be off. I didn't know that it was *somebody*. " +
          'The checklist has a line now: "Ask who lives here."',
      },
      {
        from: 'joao',
        after: 1330,
        text:
          'BD-07, 08 and 15 are updated over the air. BD-03 sits on a silo, and the ' +
          "farmer's ladder is on holiday.",
      },
      {
        from: 'tomasz',
        after: 90,
        text:
          '`max_slot_wal_keep_size` and the slot alert are live. I tried both on the test database with a ' +
          'replica that I unplugged on purpose. It was very satisfying.',
        reactions: [['rocket', '1f680', 'kwame']],
      },
      {
        from: 'ben',
        after: 1400,
        text: 'The replica has left the table. It lives in a rack now and has a label with its name and its purpose.',
      },
      {
        from: 'joao',
        after: 1680,
        text: 'BD-03 done! The ladder is back. All 24 gateways run 2.2.',
        reactions: [['tada', '1f389', 'tomasz', 'kwame', 'ada', 'ben']],
      },
      {
        from: 'tomasz',
        after: 12,
        text: 'Then all boxes are ticked. Closing. Thank you, everybody, for how boring this was at the end.',
        reactions: [['check', '2705', 'ada', 'kwame', 'joao']],
      },
    ],
  },
  {
    channel: 'elderwash-pilot',
    topic: 'Export for the volunteers',
    starts: 10,
    at: '09:30',
    lines: [
      {
        from: 'noor',
        after: 0,
        text:
          'Our volunteers would like to have the numbers in a spreadsheet. Is there ' +
          'a button, or is there a trick?',
      },
      {
        from: 'kwame',
        after: 12,
        text:
          'A trick that will become a button. With your key from the settings page:\n' +
          '```sh\n' +
          'curl -H "Authorization: Bearer $DIPPER_KEY" \\\n' +
          '  "https://api.dipper.example/v1/sensors/LD-0412/readings?days=30&format=csv" \\\n' +
          '  -o lower-weir.csv\n' +
          '```',
      },
      {
        from: 'noor',
        after: 8,
        text:
          'I understood "curl" as something that happens to hair. Could Gareth do it? He has ' +
          'a computer with a black window.',
      },
      {
        from: 'kwame',
        after: 3,
        text: "Gareth can do it. I'll bring the button forward anyway, you are the fourth to ask.",
        reactions: [['joy', '1f602', 'noor', 'priya', 'zoe']],
      },
      { from: 'zoe', after: 14, text: "Noor, which columns would be useful for you? I'd like to keep it small." },
      {
        from: 'noor',
        after: 9,
        text:
          'Date, time, level in **centimetres**, and the word (rising, falling, steady). And please local time, ' +
          'our secretary converts everything by hand at the moment.',
      },
      {
        from: 'zoe',
        after: 6,
        text: "Wonderful, that's four columns and no manual.",
        reactions: [['+1', '1f44d', 'kwame', 'noor']],
      },
      {
        from: 'kwame',
        after: 1480,
        text:
          'The button is there: *Sensor page → Download → Spreadsheet*. Decimal comma ' +
          'or point follows your language.',
      },
      {
        from: 'noor',
        after: 75,
        text: "The secretary sends you a cake by post. She has asked for the address and I have given her Ben's.",
        reactions: [['heart', '2764', 'kwame', 'zoe', 'ada']],
      },
    ],
  },
  {
    channel: 'general',
    topic: 'Coffee machine',
    starts: 9,
    at: '09:50',
    lines: [
      { from: 'ben', after: 0, text: 'The coffee machine in the workshop says `E7` and has no manual. Ideas?' },
      { from: 'yuki', after: 3, text: 'On weather balloons, error 7 was "outside temperature sensor missing".' },
      { from: 'joao', after: 5, text: "It was the water level sensor. I'm not joking. We, of all people." },
      {
        from: 'mei',
        after: 9,
        text: 'Have you tried the median of five coffees?',
        reactions: [['joy', '1f602', 'ben', 'yuki', 'lucia', 'kwame', 'tomasz', 'zoe']],
      },
      {
        from: 'ben',
        after: 46,
        text: 'Descaled, works. The sensor was right and we were wrong. As always.',
        reactions: [
          ['coffee', '2615', 'joao', 'yuki'],
          ['fire', '1f525', 'mei'],
        ],
      },
    ],
  },
  {
    channel: 'builds',
    topic: 'riverside-web deployments',
    starts: 9,
    at: '10:51',
    lines: [
      {
        from: 'heron',
        after: 0,
        text:
          '**riverside-web** `main@91b7c3f` → **production** :check: in 3 min 05 s\n' +
          'Spreadsheet download. By Kwame Asante, reviewed by Lucía Ferrer.',
      },
      {
        from: 'heron',
        after: 1385,
        text:
          '**riverside-web** `main@4e5d0aa` → **production** :check: in 3 min 12 s\n' +
          'New palette, gauge card with arrow and word. By Lucía Ferrer, reviewed by Zoë Vandenberghe. ' +
          '[Diff](https://git.dipper.example/riverside-web/compare/4e5d0aa)',
      },
      {
        from: 'heron',
        after: 4180,
        text:
          '**riverside-web** `main@aa08f21` → **production** ❌ **rolled back** after 1 min 40 s\n' +
          'Health check `/sensors/LD-0001` answered 500 three times in a row.',
      },
      {
        from: 'lucia',
        after: 6,
        text: "Mine. A sensor without any reading, and I asked for the word of a level that doesn't exist.",
      },
      {
        from: 'heron',
        after: 58,
        text:
          '**riverside-web** `main@d63e9b0` → **production** :check: in 3 min 08 s\n' +
          'Sensors without readings. By Lucía Ferrer, reviewed by Kwame Asante.',
        reactions: [['+1', '1f44d', 'lucia']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Release checklist 2.4.0',
    resolved: true,
    starts: 8,
    at: '09:25',
    lines: [
      {
        from: 'joao',
        after: 0,
        text:
          'Release candidate is `2.4.0-rc1`. The list:\n\n' +
          '- [x] nightly tests green three times in a row\n' +
          '- [x] 48 hours in the tank, with hose\n' +
          '- [x] 48 hours in the cold box, minus 20\n' +
          '- [ ] 20 battery swaps on three boards\n' +
          '- [ ] update from 2.2 **and** from 2.3 to 2.4\n' +
          '- [ ] downgrade to 2.3 and back\n' +
          '- [ ] release notes',
        starred_by: ['yuki', 'joao'],
      },
      { from: 'yuki', after: 12, text: 'I take the swaps and the updates.' },
      {
        from: 'priya',
        after: 8,
        text:
          'I take the release notes, if somebody tells me what "ring buffer" is in ' +
          'the language of a harbour master.',
      },
      {
        from: 'joao',
        after: 5,
        text: '"If the gateway is away, the sensor remembers three days and tells you later."',
        reactions: [['heart', '2764', 'priya', 'ada']],
      },
      { from: 'priya', after: 2, text: 'That goes in word for word.' },
      {
        from: 'yuki',
        after: 195,
        text:
          '60 swaps done (20 on each board). Slowest join **47 seconds**. My thumb has a name for the button ' +
          "now, but I won't write it here.",
      },
      {
        from: 'joao',
        after: 14,
        text: 'The next case gets a softer button. Noted as "Yuki\'s thumb".',
        reactions: [['joy', '1f602', 'yuki', 'mei']],
      },
      {
        from: 'yuki',
        after: 70,
        text:
          "Updates: 2.3 → 2.4 fine, 2.2 → 2.4 fine. Downgrade 2.4 → 2.3: works, but 2.3 doesn't know the ring " +
          'and starts with an empty one. Readings not yet sent are lost.',
      },
      { from: 'kwame', after: 6, text: 'How likely is a downgrade while a gateway is away?' },
      {
        from: 'joao',
        after: 4,
        text:
          'You cannot downgrade without a gateway, the command has to come from somewhere. And with a gateway ' +
          "the ring is empty within minutes. I'd write it down and ship.",
      },
      {
        from: 'tomasz',
        after: 3,
        text: 'Agreed. Rollout as usual: 5 % for two days, then everything?',
        reactions: [['+1', '1f44d', 'joao', 'kwame']],
      },
      {
        from: 'joao',
        after: 2,
        text:
          'Yes. 21 sensors first, none of them above a hospital, none of them ' +
          'further than an hour from one of us.',
      },
      {
        from: 'joao',
        after: 1090,
        text:
          '`2.4.0` is tagged, signed and uploaded.\n' +
          '```sh\n' +
          '$ sha256sum dipper-fw-2.4.0.bin\n' +
          '5b0f6d1e0c9a47d2f3be81c66a90d7e4127c35f8ab90e6d41f2c7b83905ad61e  dipper-fw-2.4.0.bin\n' +
          '```',
      },
      {
        from: 'joao',
        after: 4,
        text: "Rollout to the first 21 has started. I'm going to look at a wall and breathe.",
        reactions: [
          ['tada', '1f389', 'yuki', 'mei', 'kwame', 'sigrun', 'tomasz', 'priya'],
          ['rocket', '1f680', 'ada', 'lucia', 'zoe'],
        ],
      },
    ],
  },
  {
    channel: 'general',
    topic: 'Little Dipper 2.4 is out',
    starts: 7,
    at: '10:05',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'Firmware **2.4** for the Little Dipper is on its way to the first stations! :rocket: In plain words:\n\n' +
          '* **Rain is not a flood.** Five short measurements instead of one, so heavy rain ' +
          'no longer looks like high water.\n' +
          '* **Nothing gets lost.** If the gateway is away, the sensor remembers ' +
          'three days and tells you later.\n' +
          '* **Battery changed? One minute.** No more waiting on the bridge.\n' +
          '* New cells are measured properly: 20 % now means 20 %.\n\n' +
          'Full notes: [help.dipper.example/2.4](https://help.dipper.example/2.4)',
        first_text:
          'Firmware **2.4** for the Little Dipper is on its way to the first stations! :rocket: In plain words:\n\n' +
          '* **Rain is not a flood.** Three short measurements instead of one, so heavy rain ' +
          'no longer looks like high water.\n' +
          '* **Nothing gets lost.** If the gateway is away, the sensor remembers ' +
          'three days and tells you later.\n' +
          '* **Battery changed? One minute.** No more waiting on the bridge.\n\n' +
          'Full notes: [help.dipper.example/2.4](https://help.dipper.example/2.4)',
        reactions: [
          ['tada', '1f389', 'ada', 'joao', 'yuki', 'mei', 'sigrun', 'kwame', 'lucia', 'zoe', 'ben'],
          ['heart', '2764', 'tomasz'],
        ],
        starred_by: ['ada'],
      },
      {
        from: 'mei',
        after: 4,
        text: 'Five measurements, not three. :smile: And the battery curve is missing, my only line!',
      },
      {
        from: 'priya',
        after: 3,
        text: "Both corrected. Sorry, Mei! That is the line with the fewest calls to me, so it's the best line.",
        reactions: [['heart', '2764', 'mei']],
      },
      {
        from: 'ada',
        after: 12,
        text:
          'Congratulations to everyone. Special mention for @**Yuki Tanabe**: twelve days in the company, and ' +
          'already the reason that people with cold fingers can go home.',
        reactions: [['clap', '1f44f', 'kwame', 'zoe', 'lucia', 'ben']],
      },
      { from: 'yuki', after: 9, text: '/me turns the colour of the warning level, both signs included' },
      {
        from: 'sigrun',
        after: 30,
        text:
          "It's raining at three of the first 21. So far: not a single spike. I'll report " +
          "tomorrow, but I'm smiling already.",
      },
      {
        from: 'joao',
        after: 2885,
        text:
          'Two days, 21 sensors, 4,032 readings, no spikes, no complaints, one join that took 58 seconds ' +
          'because of a cow. Going to 100 % now.',
        reactions: [
          ['rocket', '1f680', 'tomasz', 'priya'],
          ['+1', '1f44d', 'kwame', 'mei', 'yuki'],
        ],
      },
      {
        from: 'ben',
        after: 6,
        text: 'I have questions about the cow.',
        reactions: [['joy', '1f602', 'joao', 'priya', 'sigrun', 'zoe', 'yuki', 'tomasz']],
      },
    ],
  },
  {
    channel: 'support',
    topic: 'Reading interval in winter?',
    starts: 6,
    at: '06:15',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'A customer in the mountains asks whether he should set the interval from 15 to 60 minutes in winter, ' +
          'to save the battery. What do we recommend?',
      },
      { from: 'mei', after: 7, text: 'What latitude? How much sky does the panel see?' },
      { from: 'priya', after: 4, text: "47° north, valley, sun from 10 to 14 o'clock." },
      {
        from: 'mei',
        after: 21,
        text:
          'Then the panel gives about 190 mWh on a good winter day and the sensor needs 62 at 15 minutes. Even ' +
          "with three good days out of ten he's nearly even, and the cell alone lasts 70 days. He can leave it.",
        reactions: [['+1', '1f44d', 'priya']],
      },
      {
        from: 'sigrun',
        after: 170,
        text:
          "And snow melt can come in hours. I'd rather have the 15 minutes in March than save them in January. " +
          'If he wants to do something: **brush the snow off the panel.**',
      },
      {
        from: 'priya',
        after: 14,
        text: 'Answered: "Leave it at 15 minutes, and own a small broom."',
        reactions: [['check', '2705', 'mei', 'sigrun']],
      },
    ],
  },
  {
    channel: 'design',
    topic: 'Empty states',
    starts: 6,
    at: '13:40',
    lines: [
      {
        from: 'zoe',
        after: 0,
        text:
          'We have five pages that can be empty, and all of them say "No data". I\'d like each of them to say ' +
          'what to do next. First drafts:\n\n' +
          '* no sensors yet: *Your first sensor will appear here about a minute after two green blinks.*\n' +
          "* no warnings: *Nothing to warn about. That's the best page in the app.*\n" +
          '* no notes: *Write down what a graph can\'t know: "willow cut", "bridge painted".*',
      },
      {
        from: 'lucia',
        after: 8,
        text: '"The best page in the app" made me laugh. Keep.',
        reactions: [['heart', '2764', 'zoe', 'kwame']],
      },
      {
        from: 'priya',
        after: 950,
        text:
          'Please not "about a minute" if the gateway isn\'t there yet. People are ' +
          'literal when they stand in a river.',
      },
      { from: 'zoe', after: 245, text: '*...appear here as soon as the gateway has heard it.* Better?' },
      { from: 'priya', after: 5, text: 'Much.', reactions: [['check', '2705', 'zoe', 'lucia']] },
    ],
  },
  {
    channel: 'leads',
    topic: 'A second person for support',
    starts: 6,
    at: '09:15',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          "The advertisement has been online for a week: 23 applications, 6 that I'd like to talk to. Two of " +
          'them asked about the birds in the logo, which is a good sign.',
      },
      {
        from: 'ada',
        after: 11,
        text: 'I can join the conversations on two mornings. What is the one question you would ask everybody?',
      },
      {
        from: 'priya',
        after: 9,
        text: '"Explain to me, as if I were annoyed, why it\'s not broken."',
        reactions: [
          ['fire', '1f525', 'tomasz', 'joao'],
          ['heart', '2764', 'ada'],
        ],
      },
      { from: 'joao', after: 4, text: "I'd fail that one." },
      { from: 'priya', after: 1, text: 'I know, dear.', reactions: [['joy', '1f602', 'ada', 'tomasz', 'ben', 'joao']] },
      {
        from: 'tomasz',
        after: 25,
        text: 'If they come to the team days in Porto, I need the name a week earlier for the accounts.',
      },
      {
        from: 'priya',
        after: 5850,
        text:
          'We have somebody! Starts in two months, 20 hours, speaks Dutch and Portuguese, and explained to me in ' +
          "two sentences why it's not broken. I'll announce it in #**general** when the contract is signed, so " +
          'please keep it here until then.',
        reactions: [['tada', '1f389', 'ada', 'tomasz', 'joao', 'ben']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Unions for readings in the web code',
    starts: 5,
    at: '09:10',
    lines: [
      {
        from: 'lucia',
        after: 0,
        text:
          "After the rollback I don't want `level?: number` anywhere any more. Proposal:\n" +
          '```ts\n' +
          'type Reading =\n' +
          "  | { kind: 'level'; at: Date; mm: number; quality: 1 | 2 | 3 | 4 | 5 }\n" +
          "  | { kind: 'doubtful'; at: Date; mm: number }\n" +
          "  | { kind: 'gap'; from: Date; to: Date; reason: 'offline' | 'outage' | 'unknown' };\n\n" +
          'function label(reading: Reading): string {\n' +
          '  switch (reading.kind) {\n' +
          "    case 'level':\n" +
          "      return (reading.mm / 10).toFixed(1) + ' cm';\n" +
          "    case 'doubtful':\n" +
          "      return 'about ' + Math.round(reading.mm / 10) + ' cm';\n" +
          "    case 'gap':\n" +
          "      return 'no data';\n" +
          '  }\n' +
          '}\n' +
          '```',
      },
      {
        from: 'kwame',
        after: 16,
        text:
          'I like that the compiler complains if somebody invents a fourth kind. Does the API ' +
          'send `kind`, or do you make it up?',
      },
      {
        from: 'lucia',
        after: 4,
        text: "At the moment I make it up from `quality === 0`. It'd be nicer if you sent it.",
      },
      {
        from: 'kwame',
        after: 9,
        text: "Next version of the API, then. I'll add it, without touching the old fields.",
        reactions: [['+1', '1f44d', 'lucia']],
      },
      {
        from: 'yuki',
        after: 22,
        text:
          'A question from the cellar: does `quality` 1 and 2 exist at all? We send 0, 3, 4 ' +
          'or 5, the number of good echoes.',
      },
      { from: 'lucia', after: 3, text: 'Oh! Then `quality: 3 | 4 | 5`. The type is already more honest than my head.' },
      {
        from: 'sigrun',
        after: 13,
        text:
          'Finally a programming language in which a gap is a thing and not the absence of a thing. ' +
          'Hydrologists have waited for this.',
        reactions: [['heart', '2764', 'lucia', 'kwame']],
      },
      {
        from: 'lucia',
        after: 380,
        text:
          'Merged: 31 files, minus 212 lines. The compiler found three places where we would have ' +
          'drawn a gap as zero. **Three.**',
        reactions: [['tada', '1f389', 'kwame', 'zoe']],
      },
    ],
  },
  {
    channel: 'general',
    topic: 'Last parcels before my holidays',
    starts: 5,
    at: '12:00',
    lines: [
      {
        from: 'ben',
        after: 0,
        text:
          "I'm away for two weeks after the team days, and the parcels stay at home, too. Last parcels go out " +
          '**two days before the team days for Europe, a week before for everywhere else.** I need the list of ' +
          'sensors two days earlier. A list means serial numbers, not "the usual ones".',
        reactions: [['pray', '1f64f', 'priya', 'mei']],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Birds of the month',
    starts: 5,
    at: '15:20',
    lines: [
      {
        from: 'sigrun',
        after: 0,
        text:
          'A dipper, a real one, on the stone right below `LD-0031`. It looked at the sensor, dived, came back, ' +
          'looked again. I think it was checking our measurement. 🐦',
      },
      { from: 'zoe', after: 8, text: 'Field notes of a senior colleague.', reactions: [['heart', '2764', 'sigrun']] },
      { from: 'ada', after: 12, text: 'I want it on the team page. Role: quality assurance.' },
      {
        from: 'priya',
        after: 760,
        text:
          'Kingfisher over the canal this morning. It was a blue line, and then it was gone. Our ' +
          'graph of `LD-0260`, basically.',
        reactions: [['bird', '1f426', 'sigrun', 'ada', 'zoe', 'yuki', 'ben']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Gateways and their SD cards',
    starts: 4,
    at: '08:35',
    lines: [
      {
        from: 'tomasz',
        after: 0,
        text:
          "BD-11 came up read-only last night. That's the third SD card this year. Cheap cards and writing a log " +
          "line per packet don't love each other.",
      },
      { from: 'joao', after: 9, text: 'Did it lose readings?' },
      {
        from: 'tomasz',
        after: 3,
        text:
          "No, they wait in the sensors, thanks to 2.4. It's the first time that a " +
          'dead gateway has been *boring*.',
      },
      {
        from: 'joao',
        after: 2,
        text: 'Ten days ago this would have been an incident with a capital I.',
        reactions: [['fire', '1f525', 'yuki', 'mei']],
      },
      {
        from: 'mei',
        after: 14,
        text:
          'Options from the hardware side:\n\n' +
          '1. industrial cards, +9 € each, five times the life\n' +
          '2. eMMC module, +14 €, needs a new carrier board\n' +
          '3. log to RAM, write to the card once an hour, 0 €',
      },
      { from: 'tomasz', after: 5, text: '3 right now, 1 for the next order. 2 when the carrier changes anyway?' },
      { from: 'mei', after: 3, text: 'Exactly my order.', reactions: [['+1', '1f44d', 'tomasz', 'joao', 'ben']] },
      {
        from: 'tomasz',
        after: 215,
        text:
          'Done on five gateways as a test:\n' +
          '```sh\n' +
          '# /etc/fstab\n' +
          'tmpfs  /var/log/radio  tmpfs  size=48m,mode=0750  0  0\n' +
          '```\n' +
          'and a timer that copies the file to the card every hour. Writes per day: from 1.1 GB to 31 MB.',
      },
      {
        from: 'ben',
        after: 1150,
        text:
          'Twenty industrial cards ordered, here in nine days. One of them goes with me to Sweden, ' +
          "because Ada's own gateway is BD-11.",
      },
    ],
  },
  {
    channel: 'general',
    topic: 'Team days in Porto',
    starts: 4,
    at: '10:20',
    lines: [
      {
        from: 'ada',
        after: 0,
        text:
          'The team days are in three weeks, and I promised a plan. Two days ' +
          'together, for everyone who can travel:\n\n' +
          '* **Day 1:** what went well, what hurt, what next. Evening: dinner, place chosen by Yuki.\n' +
          '* **Day 2:** everybody installs a sensor *personally*, at a real river, with a real ladder.\n\n' +
          'What is missing?',
      },
      {
        from: 'kwame',
        after: 7,
        text: 'Half a day in which we fix small annoying things together. Everybody brings one.',
        reactions: [['+1', '1f44d', 'lucia', 'sigrun']],
      },
      { from: 'priya', after: 5, text: 'I bring eleven.' },
      { from: 'mei', after: 8, text: 'Cold box tour! You have never met the cold box.' },
      { from: 'lucia', after: 6, text: 'Time to just sit at one table and do nothing useful.' },
      {
        from: 'ada',
        after: 13,
        text: 'Added: Day 1 afternoon "small annoying things", Day 2 after lunch "nothing useful". I\'ll defend both.',
        reactions: [['heart', '2764', 'lucia', 'zoe']],
      },
      {
        from: 'tomasz',
        after: 21,
        text: 'Who is on duty in those days? I can take the first, somebody with a quiet phone the second.',
      },
      {
        from: 'kwame',
        after: 4,
        text: "I take the second. My phone has never been quiet, but I've got used to it.",
        reactions: [['pray', '1f64f', 'tomasz']],
      },
      {
        from: 'sigrun',
        after: 17,
        text:
          'For the install I have found a place: footbridge, knee-deep, 20 minutes by train, one café.\n' +
          "```spoiler Name of the place (only if you don't like surprises)\n" +
          'Ponte do Lagarto. The café has custard tarts, and it opens at eight.\n' +
          '```',
      },
      {
        from: 'yuki',
        after: 9,
        text: "For dinner: the slow but very good one on the hill. I have been told it's slow. We have two days.",
        reactions: [
          ['joy', '1f602', 'sigrun', 'zoe'],
          ['snail', '1f40c', 'joao', 'ben'],
        ],
      },
      {
        from: 'mei',
        after: 960,
        text: 'Flights booked! 19 hours, two films, and one suitcase full of boards with deliberate mistakes.',
        reactions: [['tada', '1f389', 'ada', 'joao', 'yuki', 'ben']],
      },
    ],
  },
  {
    channel: 'elderwash-pilot',
    topic: 'High water last night',
    starts: 3,
    at: '07:40',
    lines: [
      {
        from: 'noor',
        after: 0,
        text:
          'What a night. The river came up over the path at Lower Weir, and for the first ' +
          'time we **knew before it did**.',
      },
      {
        from: 'sigrun',
        after: 14,
        text:
          'I watched from here. 0.94 m at 19:00, 2.31 m at 03:15. The word changed to "rising" at 19:30, and ' +
          'your warning went out at 22:45 at 1.60.',
      },
      {
        from: 'noor',
        after: 8,
        text:
          'Gareth and I moved the sheep of two farms at 23:30, in the dark, but dry. Last year it was at 4 in ' +
          'the morning, and not dry. The farmers say thank you, the sheep were undecided.',
        reactions: [['heart', '2764', 'sigrun', 'ada', 'priya', 'joao', 'kwame', 'zoe']],
      },
      { from: 'joao', after: 5, text: 'Did the sensors survive?' },
      {
        from: 'noor',
        after: 3,
        text: 'Lower Weir yes, blinking happily. At Sheep Bridge the water came up to about 40 cm below the lid.',
      },
      {
        from: 'joao',
        after: 4,
        text:
          "Then it nearly got into the zone where it can't measure any more: under 30 cm it's blind. 10 cm to " +
          'spare. Perhaps we should hang it higher when things are quiet.',
      },
      {
        from: 'kwame',
        after: 12,
        text:
          'For the record: it rained 61 mm, and neither of the two had a single ' +
          'doubtful reading. 2.4 did its job.',
      },
      {
        from: 'ada',
        after: 6,
        text:
          'Noor, would you let us tell this story on our website? Only with your ' +
          'words and only if the trust agrees.',
        reactions: [['+1', '1f44d', 'noor']],
      },
      {
        from: 'noor',
        after: 95,
        text: 'The committee says yes, with pleasure. They insist that the sheep are mentioned.',
        reactions: [
          ['tada', '1f389', 'ada', 'priya'],
          ['heart', '2764', 'sigrun'],
        ],
      },
      {
        from: 'priya',
        after: 1180,
        text:
          'A small poster for your hut, with the three words and what to do at each: ' +
          '[poster](https://files.dipper.example/poster-elderwash.pdf). Please correct it before you print it.',
        first_text: 'A small poster for your hut: [poster](https://files.dipper.example/poster.pdf).',
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'How much sun is enough?',
    starts: 3,
    at: '03:20',
    lines: [
      {
        from: 'mei',
        after: 0,
        text:
          'Numbers for the new panel, half the size of the old one, measured on my roof over two weeks:\n\n' +
          '| Day | Old panel | New panel | Needed |\n' +
          '|---|---|---|---|\n' +
          '| clear | 410 mWh | 265 mWh | 62 mWh |\n' +
          '| cloudy | 120 mWh | 88 mWh | 62 mWh |\n' +
          '| rain | 44 mWh | 31 mWh | 62 mWh |\n\n' +
          "So it's fine as long as no more than about half the days are rainy. Sigrún, are there places where " +
          'more than half the days are rainy?',
      },
      {
        from: 'sigrun',
        after: 345,
        text: 'Mei, I live in one.',
        reactions: [['joy', '1f602', 'mei', 'kwame', 'joao', 'ben']],
      },
      { from: 'mei', after: 40, text: 'Then there will be two sizes.' },
      {
        from: 'joao',
        after: 130,
        text:
          'Could the firmware stretch the interval by itself when the cell is low *and* the ' +
          'river is steady? We know both now.',
      },
      {
        from: 'sigrun',
        after: 10,
        text: "Only if it goes back to 15 minutes at the first sign of rising. Then I'm all for it. 2.5?",
        reactions: [['+1', '1f44d', 'joao', 'yuki', 'mei']],
      },
    ],
  },
  {
    channel: 'design',
    topic: 'An icon for the Big Dipper',
    starts: 2,
    at: '09:15',
    lines: [
      {
        from: 'zoe',
        after: 0,
        text:
          "The gateway needs an icon that isn't a cloud, not a router with horns, and not a star constellation " +
          'that looks like a saucepan. Ideas?',
      },
      { from: 'lucia', after: 3, text: 'The saucepan *is* the constellation.' },
      {
        from: 'zoe',
        after: 2,
        text: "I know, and at 16 pixels it's only the saucepan.",
        reactions: [['joy', '1f602', 'lucia', 'ada', 'kwame']],
      },
      { from: 'mei', after: 8, text: 'A nest? The sensors are the birds, they come home to the gateway.' },
      {
        from: 'zoe',
        after: 5,
        text: "Mei!!! That's it.",
        reactions: [['heart', '2764', 'mei', 'priya', 'ada', 'sigrun']],
      },
      {
        from: 'joao',
        after: 4,
        text: 'As long as nobody calls an offline gateway "fallen out of the nest" in front of customers.',
      },
      {
        from: 'zoe',
        after: 190,
        text:
          "Done, in three sizes: [nest.svg](https://draw.dipper.example/nest). At 16 pixels it's a small bowl " +
          'with two dots. The dots look at you.',
        reactions: [
          ['sparkles', '2728', 'mei', 'lucia'],
          ['+1', '1f44d', 'joao', 'priya', 'kwame'],
        ],
      },
    ],
  },
  {
    channel: 'support',
    topic: 'What is a "gauge" in Dutch?',
    starts: 2,
    at: '10:05',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'Our first Dutch customer gets Riverside next week. The translation says *meter* for "gauge", and now ' +
          'there are sentences like "de meter staat op 1,2 meter".',
      },
      {
        from: 'zoe',
        after: 9,
        text:
          "*Peilschaal* is the thing with the stripes on the bridge. For the card I'd simply write *waterstand*, " +
          'the water level. Nobody needs the word for the device.',
      },
      { from: 'priya', after: 3, text: 'So elegant. And "steady"?' },
      {
        from: 'zoe',
        after: 6,
        text:
          "*Stabiel*. Rising is *stijgend*, falling is *dalend*. I've read the rest of the file as well: 14 " +
          'corrections, in [change 911](https://git.dipper.example/riverside-web/911).',
        reactions: [
          ['+1', '1f44d', 'priya'],
          ['check', '2705', 'lucia'],
        ],
      },
    ],
  },
  {
    channel: 'support',
    topic: 'Question from a school',
    starts: 2,
    at: '05:10',
    lines: [
      {
        from: 'priya',
        after: 0,
        text:
          'A school class (ages 9 and 10) would like to know how the sensor "hears" the ' +
          "water. They've sent questions:\n\n" +
          '> 1. Does it shout very loudly?\n' +
          '> 2. Can fish hear it?\n' +
          '> 3. What if a frog sits in front of it?',
      },
      {
        from: 'joao',
        after: 240,
        text:
          '1. It shouts very loudly, but so high that only bats complain.\n' +
          "2. Fish can't. The sound stays in the air, because the water throws nearly " +
          "all of it back. That's the trick!\n" +
          '3. Then we measure the frog. It has happened. The frog was 11 cm high and **steady**.',
        reactions: [['heart', '2764', 'priya', 'zoe', 'ada', 'sigrun']],
      },
      {
        from: 'yuki',
        after: 7,
        text:
          'Please also tell them that the sound needs 11 thousandths of a second to the water and back, and that ' +
          'they can work out how far away the water is. I want to see their answers.',
        first_text:
          'Please also tell them that the sound needs 11 thousandths of a second to the water and ' +
          'back. I want to see their answers.',
        reactions: [['joy', '1f602', 'joao', 'priya', 'kwame']],
      },
      {
        from: 'priya',
        after: 1125,
        text:
          'They did! Most answers: "1 metre 87 or 88". One answer: "too far for a frog". Both are correct. They ' +
          'also drew a duck for every one of us.',
        reactions: [
          ['duck', '1f986', 'joao', 'yuki', 'ben'],
          ['tada', '1f389', 'zoe', 'ada'],
        ],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'The duck and the camera',
    starts: 1,
    at: '08:25',
    lines: [
      {
        from: 'kwame',
        after: 0,
        text:
          'The weir camera has sent 188 pictures since this morning. Motion detection is very ' +
          "proud of itself. It's one duck.",
      },
      { from: 'ben', after: 3, text: 'The same duck?' },
      {
        from: 'kwame',
        after: 2,
        text: 'She has a very particular left eyebrow.',
        reactions: [
          ['duck', '1f986', 'ben', 'zoe', 'lucia', 'sigrun', 'yuki'],
          ['joy', '1f602', 'ada'],
        ],
      },
      { from: 'sigrun', after: 9, text: "Ducks don't have eyebrows. That's a *male teal*." },
      { from: 'lucia', after: 4, text: 'I ask for one picture, as a favour to the whole company.' },
      {
        from: 'kwame',
        after: 16,
        text:
          '[duck-0114.jpg](https://files.dipper.example/duck-0114.jpg). Note the look. She wants to ' +
          'speak to the person in charge.',
        reactions: [['heart', '2764', 'lucia', 'zoe']],
      },
      {
        from: 'ada',
        after: 11,
        text: "Tell her I'm in a meeting.",
        reactions: [['joy', '1f602', 'kwame', 'lucia', 'sigrun', 'ben', 'tomasz']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Wish list for 2.5',
    starts: 1,
    at: '09:40',
    lines: [
      {
        from: 'joao',
        after: 0,
        text:
          "2.4 has been everywhere for four days, and I'm getting bored. Wishes for 2.5, one per person, please. " +
          'Mine: the self-test with the button.',
      },
      {
        from: 'mei',
        after: 6,
        text:
          'Interval by battery and by river, as in #**engineering>How much sun is enough?**. And softer ' +
          'LED blinking, it scares horses.',
      },
      {
        from: 'priya',
        after: 4,
        text: "That's two wishes, Mei. Mine: the sensor should say *why* it's red. Blink codes, anything.",
      },
      { from: 'mei', after: 2, text: 'The horses are a bug report.', reactions: [['joy', '1f602', 'priya', 'joao']] },
      {
        from: 'sigrun',
        after: 13,
        text:
          'Air temperature in every reading. The speed of sound changes by 0.6 m/s per degree, and at 4 m ' +
          "that's already 7 mm per degree.",
      },
      {
        from: 'yuki',
        after: 5,
        text: "We have it, in fact! It's in the chip and we throw it away. Two bytes more per packet.",
        reactions: [['eyes', '1f440', 'mei', 'sigrun']],
      },
      {
        from: 'kwame',
        after: 8,
        text:
          'Two bytes I can store. My wish: a proper version number in every packet, so that I no longer ' +
          'have to guess from its length.',
      },
      {
        from: 'yuki',
        after: 95,
        text:
          'My bench board has logged the temperature for 13 nights, so I could simply calculate it. With ' +
          'correction the level at 3 m wanders by 1 mm over a whole night, without it by 19 ' +
          'mm. Shall I make a proper branch?',
        reactions: [['thinking', '1f914', 'joao', 'kwame']],
      },
      {
        from: 'joao',
        after: 3,
        text: 'Yes! That moves to the top of the list. My button can wait.',
        reactions: [['rocket', '1f680', 'yuki', 'sigrun', 'mei']],
      },
      {
        from: 'sigrun',
        after: 6,
        text: "19 to 1. I'm going to need a smaller ruler.",
        reactions: [['heart', '2764', 'yuki']],
      },
    ],
  },
  {
    channel: 'general',
    topic: 'Photos for the website',
    starts: 1,
    at: '11:10',
    lines: [
      {
        from: 'zoe',
        after: 0,
        text:
          "For the story of the Elderwash I'm looking for photos that show *people*: hands, ladders, wet boots. " +
          'No product on a white background. Send me what you have, until tomorrow evening if possible.',
      },
      { from: 'ben', after: 14, text: 'I have 80 photos of parcels, in excellent light.' },
      {
        from: 'zoe',
        after: 2,
        text: "I'll take one. The wettest.",
        reactions: [['joy', '1f602', 'ben', 'yuki', 'priya']],
      },
      {
        from: 'lucia',
        after: 25,
        text:
          'The page is ready for them: [preview](https://preview.dipper.example/elderwash). Text by Noor, four ' +
          'paragraphs, not one word too many.',
        reactions: [['+1', '1f44d', 'zoe']],
      },
      { from: 'ada', after: 17, text: 'I read it twice. This is why we do all of this. Thank you, everybody.' },
    ],
  },
  {
    channel: 'elderwash-pilot',
    topic: 'Sensor three: where?',
    starts: 1,
    at: '13:05',
    lines: [
      {
        from: 'noor',
        after: 0,
        text:
          'The trust has decided to buy a third one! 🎉 Where would you hang it? Candidates: the old ford (wide, ' +
          'shallow) or the tributary at Pell Lane (narrow, fast, it always comes first).',
      },
      {
        from: 'sigrun',
        after: 16,
        text:
          'Pell Lane, without hesitation. If the tributary always comes first, it gives you ' +
          'perhaps two hours more for the sheep.',
        reactions: [['+1', '1f44d', 'noor']],
      },
      {
        from: 'joao',
        after: 7,
        text:
          'Narrow and fast means foam, and foam is a bad mirror. Could you send a photo at normal water? If ' +
          "there's a calm spot next to the bank, it's fine.",
      },
      {
        from: 'noor',
        after: 48,
        text:
          "Photo: [pell-lane.jpg](https://files.dipper.example/pell-lane.jpg). There's a calm bit left of the " +
          'big stone, with a heron on it most of the time.',
      },
      {
        from: 'joao',
        after: 5,
        text: 'The calm bit is perfect. The heron would be a level of about 90 cm.',
        reactions: [['joy', '1f602', 'noor', 'sigrun', 'ben']],
      },
      {
        from: 'ben',
        after: 9,
        text:
          '`LD-0419` is packed, bracket included, and leaves tomorrow. This time there are two spare ' +
          'screws in the bag, for Gareth.',
        reactions: [['rocket', '1f680', 'noor']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Review: kind in the readings API',
    starts: 1,
    at: '14:15',
    lines: [
      {
        from: 'kwame',
        after: 0,
        text:
          '[Change 640](https://git.dipper.example/ingest/640): the API sends `kind` with ' +
          'every reading. The heart of it:\n' +
          '```python\n' +
          'def kind_of(row):\n' +
          '    if row.level_mm is None:\n' +
          '        return "gap"\n' +
          '    if row.quality < 3:\n' +
          '        return "doubtful"\n' +
          '    return "level"\n' +
          '```',
      },
      {
        from: 'lucia',
        after: 18,
        text: "Looks good. One question: readings from 2.3 have no `quality` at all. They'd be 5 by default?",
      },
      { from: 'kwame', after: 4, text: "Yes, the column defaults to 5. It's a polite lie for old data." },
      {
        from: 'sigrun',
        after: 8,
        text:
          'Could the polite lie become `null`, and `kind` stay "level"? In statistics I want to know whether ' +
          'something was *good* or only *not asked*.',
        reactions: [['+1', '1f44d', 'lucia']],
      },
      {
        from: 'kwame',
        after: 11,
        text: "I'd have to backfill two years of rows for that.",
        reactions: [['thinking', '1f914', 'lucia']],
      },
      { from: 'tomasz', after: 1, text: '👀', reactions: [['joy', '1f602', 'kwame', 'lucia', 'sigrun', 'joao']] },
      {
        from: 'kwame',
        after: 2,
        text:
          'I am hereby **announcing a long-running write, the day before**, in #**engineering**. In batches of ' +
          '10,000, with an eye on the disk. Starting tomorrow at 09:00 UTC.',
        reactions: [['joy', '1f602', 'tomasz', 'ada', 'mei']],
      },
      {
        from: 'tomasz',
        after: 3,
        text:
          'Replica is up, slot is active, disk at 59 % since the old table is gone. Go ' +
          "ahead. I'm framing this message.",
        reactions: [
          ['heart', '2764', 'kwame'],
          ['check', '2705', 'ada'],
        ],
      },
    ],
  },
  {
    channel: 'random',
    topic: 'Quiz: guess the river',
    starts: 1,
    at: '16:30',
    lines: [
      {
        from: 'sigrun',
        after: 0,
        text:
          'New game. I describe a graph, you name the station. "Goes up every day at 07:00 ' +
          'and at 19:00 by exactly 4 cm."',
      },
      { from: 'lucia', after: 2, text: 'Something with tides?' },
      { from: 'sigrun', after: 1, text: "Tides don't wear a watch." },
      {
        from: 'ben',
        after: 4,
        text: "The canal below the lock. That's when the lock keeper starts and ends his shift.",
        reactions: [['clap', '1f44f', 'sigrun']],
      },
      { from: 'sigrun', after: 1, text: 'One point for Ben!', reactions: [['tada', '1f389', 'ben']] },
    ],
  },
  {
    channel: 'builds',
    topic: 'Alerts: gateways',
    starts: 0,
    at: '00:05',
    lines: [
      {
        from: 'heron',
        after: 0,
        text:
          '🟠 **WARNING** gateway `BD-19` (Port Sallow harbour): no contact for 20 min. 16 sensors buffer ' +
          'locally, oldest reading 20 min, room for 71 h 40 min.',
      },
      {
        from: 'mei',
        after: 6,
        text:
          "Seen. The power company has announced a cut there until 00:20 UTC, it's in " +
          'the calendar. Not waking anybody.',
      },
      {
        from: 'heron',
        after: 14,
        text: '🟢 **RESOLVED** gateway `BD-19`: contact again after 40 min. 43 buffered readings delivered, 0 lost.',
      },
      {
        from: 'mei',
        after: 3,
        text: 'And nobody had to get up for it. Good morning from Taipei! :coffee:',
        reactions: [['heart', '2764', 'tomasz', 'joao']],
      },
    ],
  },
  {
    channel: 'engineering',
    topic: 'Speed of sound, on one page',
    starts: 1,
    at: '20:10',
    lines: [
      {
        from: 'joao',
        after: 0,
        text:
          'For the record, the correction is\n' +
          '```math\n' +
          'h = h_0 - \\frac{c(\\vartheta)\\, t}{2}, \\qquad c(\\vartheta) \\approx 331.3 + 0.606\\,\\vartheta\n' +
          '```\n' +
          'with $$\\vartheta$$ in degrees. Ten degrees of error are 1.8 % of the distance.',
        reactions: [['+1', '1f44d', 'yuki', 'sigrun']],
      },
      {
        from: 'kwame',
        after: 6,
        text: 'And this is last night with the correction in it. No more steps at sunset: [night.png]({picture})',
        picture: 'night.png',
        reactions: [['tada', '1f389', 'joao', 'mei', 'ada']],
      },
      { from: 'yuki', after: 3, text: 'Baud would like to be named in the commit message.' },
    ],
  },
  {
    channel: 'general',
    topic: 'Where to in summer?',
    starts: 1,
    at: '21:40',
    lines: [
      {
        from: 'lucia',
        after: 0,
        text: '/poll Where do we go in summer?\nThe sea\nThe mountains\nUp the river, of course',
        votes: [
          [0, 'zoe', 'ben'],
          [1, 'tomasz', 'priya', 'mei'],
          [2, 'kwame', 'sigrun', 'joao', 'ada'],
        ],
      },
      {
        from: 'ada',
        after: 4,
        text: '@**all** Please vote by Friday: the bus company wants to know how many of us like heights.',
      },
    ],
  },
];

export const demoDirects: DemoDirect[] = [
  {
    between: ['ada', 'tomasz'],
    starts: 23,
    at: '15:20',
    lines: [
      {
        from: 'ada',
        after: 0,
        text: 'Thank you for moving everything over so quietly. I was prepared for a week of chaos.',
      },
      { from: 'tomasz', after: 4, text: 'You were asleep for the chaos. It was short. :smile:' },
      { from: 'ada', after: 2, text: 'Do I want to know?', reactions: [['joy', '1f602', 'tomasz']] },
      {
        from: 'tomasz',
        after: 3,
        text:
          'I invited "everyone@" instead of everyone. Only Ben noticed, he got nine ' +
          'invitations and accepted all of them.',
      },
      { from: 'ada', after: 1, text: 'That explains his face.' },
    ],
  },
  {
    between: ['joao', 'yuki'],
    starts: 18,
    at: '14:30',
    lines: [
      {
        from: 'yuki',
        after: 0,
        text: "May I ask here instead of in the channel? I'm not sure I understand the wear levelling part.",
      },
      {
        from: 'joao',
        after: 6,
        text:
          "Sure! Although honestly it's a good question for #**engineering**, two others will " +
          'have it as well. But start here.',
      },
      {
        from: 'yuki',
        after: 3,
        text: 'How does it find the newest page after a reset, if the head pointer itself moves?',
      },
      {
        from: 'joao',
        after: 5,
        text:
          'Every page begins with a number that grows by one. At start we read all nine numbers, ' +
          'and the largest wins. Like this:\n' +
          '```c\n' +
          'for (uint8_t p = 0; p < RING_PAGES; p++) {\n' +
          '    uint32_t seq = page_sequence(p);\n' +
          '    if (seq != SEQ_ERASED && seq >= newest) {\n' +
          '        newest = seq;\n' +
          '        head_page = p;\n' +
          '    }\n' +
          '}\n' +
          '```',
      },
      {
        from: 'yuki',
        after: 4,
        text: "Ah! So there is no pointer that can break. That's lovely.",
        reactions: [['+1', '1f44d', 'joao']],
      },
      { from: 'joao', after: 1, text: "I'd like to say it was planned. It was the third attempt." },
      { from: 'yuki', after: 6, text: "Then I'm allowed three, too.", reactions: [['heart', '2764', 'joao']] },
    ],
  },
  {
    between: ['ben', 'mei'],
    starts: 16,
    at: '03:40',
    lines: [
      {
        from: 'mei',
        after: 0,
        text: 'Ben, did the box with the 40 carrier boards arrive? The tracking says "with neighbour".',
      },
      {
        from: 'ben',
        after: 330,
        text: 'Good morning! It did. Which neighbour is a longer story. They are in the bakery.',
      },
      { from: 'mei', after: 25, text: 'Are they all right?' },
      {
        from: 'ben',
        after: 4,
        text: 'Warm, and with a light smell of cinnamon. I counted: 40.',
        reactions: [['joy', '1f602', 'mei']],
      },
      {
        from: 'mei',
        after: 6,
        text: "Please don't heat them above 60 degrees. Otherwise I have no objection to cinnamon.",
      },
    ],
  },
  {
    between: ['kwame', 'lucia'],
    starts: 11,
    at: '10:15',
    lines: [
      {
        from: 'lucia',
        after: 0,
        text: 'How are you today? Yesterday sounded as if you were taking all of it on yourself.',
      },
      { from: 'kwame', after: 18, text: 'Better, thank you. I slept, and Foreign Key has forgiven me.' },
      {
        from: 'lucia',
        after: 3,
        text:
          'You wrote the best line of the whole incident, by the way. "Separately both would have been fine." ' +
          "That's every outage I have ever seen.",
      },
      {
        from: 'kwame',
        after: 5,
        text:
          "I'll put it on a cup. Do you have time to look at the batch size of the backfill with me later? I'd " +
          'like a second pair of eyes on it, from now on always.',
        reactions: [['heart', '2764', 'lucia']],
      },
      { from: 'lucia', after: 2, text: '15:00 my time? I bring the eyes.' },
      { from: 'kwame', after: 1, text: '14:00 mine. Perfect.', reactions: [['coffee', '2615', 'lucia']] },
    ],
  },
  {
    between: ['priya', 'zoe'],
    starts: 6,
    at: '10:50',
    lines: [
      {
        from: 'priya',
        after: 0,
        text: 'The school photo for the team page, do you still need mine? I look like a passport in it.',
      },
      {
        from: 'zoe',
        after: 7,
        text:
          "Everybody looks like a passport. I'm drawing us all as birds instead. You are a bee-eater: " +
          'colourful, and you answer quickly.',
      },
      {
        from: 'priya',
        after: 2,
        text: 'I have never agreed to anything faster. What is João?',
        reactions: [['heart', '2764', 'zoe']],
      },
      { from: 'zoe', after: 4, text: 'A cormorant. Always wet, always drying.' },
      { from: 'priya', after: 1, text: '😂', reactions: [['joy', '1f602', 'zoe']] },
      { from: 'priya', after: 12, text: 'Sorry, I have to ask: and Ada?' },
      { from: 'zoe', after: 3, text: 'A crane. Sees everything, says little, dances when nobody expects it.' },
    ],
  },
  {
    between: ['ada', 'priya', 'tomasz'],
    starts: 9,
    at: '08:30',
    lines: [
      {
        from: 'ada',
        after: 0,
        text:
          "Small circle, because it's about a present: João will have been here for " +
          '**ten years** next month. Ideas?',
      },
      { from: 'priya', after: 4, text: 'A towel.' },
      { from: 'tomasz', after: 2, text: 'A third towel.', reactions: [['joy', '1f602', 'ada', 'priya']] },
      { from: 'ada', after: 6, text: 'With an embroidered level scale? In millimetres?' },
      {
        from: 'priya',
        after: 3,
        text: 'YES. And the first echo threshold: "140, measured in a dry cellar".',
        reactions: [['heart', '2764', 'ada', 'tomasz']],
      },
      {
        from: 'tomasz',
        after: 9,
        text: "I know someone with an embroidery machine. It speaks G-code. It'll be ready for the team days.",
      },
      {
        from: 'ada',
        after: 2,
        text: 'You two are wonderful. Not a word in the channels!',
        first_text: 'You two are wonderful. Not a word in #**general**!',
        reactions: [['pray', '1f64f', 'tomasz']],
      },
    ],
  },
  {
    between: ['joao', 'kwame', 'sigrun', 'yuki'],
    starts: 1,
    at: '15:05',
    lines: [
      {
        from: 'sigrun',
        after: 0,
        text:
          'Temperature correction: shall we talk for twenty minutes tomorrow, the four ' +
          'of us? Before the branch grows.',
      },
      {
        from: 'yuki',
        after: 3,
        text: 'Yes, please! I have 14 nights of data by then, if I count the one with the cat.',
      },
      { from: 'kwame', after: 2, text: 'My cat?' },
      {
        from: 'yuki',
        after: 1,
        text:
          'Mine. Her name is Baud. She sat on the heater, and the air in the tank ' +
          'was 6 degrees warmer on one side.',
        reactions: [['joy', '1f602', 'kwame', 'joao']],
      },
      {
        from: 'joao',
        after: 5,
        text:
          "That is a *gradient*, and we'll have exactly that over a cold river in the " +
          'sun. Keep the night with the cat!',
      },
      {
        from: 'sigrun',
        after: 2,
        text: 'I agree, the cat is the most realistic part of the experiment.',
        reactions: [['heart', '2764', 'yuki']],
      },
      { from: 'kwame', after: 4, text: '10:00 UTC?' },
      {
        from: 'joao',
        after: 1,
        text:
          '10:00. I bring the formula:\n' +
          '```python\n' +
          'def speed_of_sound(celsius):\n' +
          '    return 331.3 + 0.606 * celsius   # metres per second, good enough below 40\n' +
          '```',
        reactions: [['+1', '1f44d', 'sigrun', 'yuki']],
      },
      { from: 'yuki', after: 6, text: "And I bring Baud's statement." },
    ],
  },
];
