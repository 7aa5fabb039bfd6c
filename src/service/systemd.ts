import { quote } from './words.ts';

/** What a service runs. */
export interface ServiceSettings {
  /** The path of the executable. */
  program: string;
  /** The options of `chatd serve`, but for the data directory. */
  flags: readonly string[];
  data_dir: string;
  backup_dir?: string | undefined;
  /** File with the URL of the mail server, which only root can read. */
  smtp_url_file?: string | undefined;
  /** File with variables for the server; there may be none. */
  variables_file?: string;
  /** Whether it listens on ports below 1024. */
  hasLowPorts: boolean;
}

/** The unit of systemd: its own user, and no more rights than the server needs. */
export function systemdUnit(settings: ServiceSettings): string {
  const { program, flags, backup_dir, smtp_url_file, variables_file, hasLowPorts } = settings;
  const command = [program, 'serve', '--data-dir', '/var/lib/chatd', ...flags].map(escapeSpecifiers).map(quote);
  const sections = [
    ['Unit', 'Description=chatd', 'Wants=network-online.target', 'After=network-online.target'],
    [
      'Service',
      `ExecStart=${command.join(' ')}`,
      ...(smtp_url_file === undefined
        ? []
        : [`LoadCredential=smtp-url:${smtp_url_file}`, 'Environment=CHATD_SMTP_URL_FILE=%d/smtp-url']),
      ...(variables_file === undefined ? [] : [`EnvironmentFile=-${variables_file}`]),
      ...(backup_dir === undefined ? [] : [`ReadWritePaths=-${escapeSpecifiers(backup_dir)}`]),
      ...limits,
      ...(hasLowPorts ? lowPorts : ['CapabilityBoundingSet=', 'PrivateUsers=yes']),
    ],
    ['Install', 'WantedBy=multi-user.target'],
  ];
  return `${sections.map(([name, ...lines]) => [`[${name}]`, ...lines, ''].join('\n')).join('\n')}`;
}

/** systemd replaces %n and others by what they stand for. */
function escapeSpecifiers(word: string): string {
  return word.replaceAll('%', '%%');
}

/** In a namespace of its own users, the right would be worth nothing outside. */
const lowPorts = ['AmbientCapabilities=CAP_NET_BIND_SERVICE', 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE'];

/** What `PrivateTmp=` and `ProtectHome=` hide. */
export const hiddenFolders = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'] as const;

const limits = [
  'User=chatd',
  'StateDirectory=chatd',
  'StateDirectoryMode=0700',
  'Restart=on-failure',
  'LimitNOFILE=65536',
  'UMask=0077',
  'LockPersonality=yes',
  'NoNewPrivileges=yes',
  'PrivateDevices=yes',
  'PrivateTmp=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHome=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'ProtectSystem=strict',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'SystemCallErrorNumber=EPERM',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
];
