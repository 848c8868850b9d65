;;; agmark.el --- ANML, AAF, GaryML, AGD and markdownlang -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Major modes for AGD, ANML, scripts of actions and GaryML, and eglot's way to
;; the language server.  In a page or a component (JSX, TSX, Vue, Svelte) with
;; `data-agent-*', a markdownlang program or a manifest the server starts too,
;; whatever the mode.

;;; Code:

(require 'seq)
(require 'subr-x)

(defgroup agmark nil
  "ANML, AAF, GaryML, AGD and markdownlang."
  :group 'tools)

(defcustom agmark-program "agmark"
  "The program that is the language server."
  :type 'string
  :risky t)

(defcustom agmark-look-at-pages t
  "Whether the server starts by itself in pages, programs and manifests."
  :type 'boolean)

(defconst agmark--agd-keywords
  '(("^@!.*$" . font-lock-comment-face)
    ("^@h[1-4] +\\(.*?\\)\\(?: +\\[#.*\\]\\)?$" 1 font-lock-function-name-face)
    ("^@[A-Za-z_][A-Za-z0-9_-]*" . font-lock-keyword-face)
    ("\\[#\\([A-Za-z_][A-Za-z0-9_-]*\\)" 1 font-lock-constant-face)
    ("@ref +#[A-Za-z_][A-Za-z0-9_-]*" . font-lock-type-face)
    ("\\_<\\([A-Za-z0-9_-]+\\)=" 1 font-lock-variable-name-face)))

(defconst agmark--anml-keywords
  '(("^ *~.*$" . font-lock-comment-face)
    ("^ *\\(?:[-+*] \\)?\\([a-z][a-z0-9:]*\\)\\(#[A-Za-z0-9]+\\)?"
     (1 font-lock-keyword-face) (2 font-lock-constant-face nil t))
    ("\\_<\\([A-Za-z_][A-Za-z0-9_-]*\\)=" 1 font-lock-variable-name-face)
    ("\\[[a-z][A-Za-z0-9_-]*\\]" . font-lock-type-face)))

(defconst agmark--anmla-keywords
  '(("^ *#.*$" . font-lock-comment-face)
    ("\\(?: \\|^\\)-- .*$" . font-lock-comment-face)
    ("^ *\\([a-z]+\\)" 1 font-lock-keyword-face)
    ("#e[0-9]+" . font-lock-constant-face)))

(defconst agmark--garyml-keywords
  '(("^ *#.*$" . font-lock-comment-face)
    ("^ *\\(\\.[A-Z][A-Za-z0-9]*\\)" 1 font-lock-keyword-face)
    ("^ *\\(\\.[a-z][A-Za-z0-9_-]*\\)" 1 font-lock-function-name-face)
    ("^ *\\([A-Za-z_][A-Za-z0-9_-]*\\):" 1 font-lock-variable-name-face)
    ("@[A-Za-z0-9_.-]+" . font-lock-constant-face)))

(defmacro agmark--define-mode (name title keywords comment)
  "Define a major mode NAME called TITLE, with font lock KEYWORDS and COMMENT."
  `(define-derived-mode ,name text-mode ,title
     ,(format "Major mode for %s." title)
     (setq-local font-lock-defaults '(,keywords))
     (setq-local comment-start ,comment)
     (setq-local comment-end "")
     (setq-local indent-tabs-mode nil)
     (setq-local tab-width 2)))

(agmark--define-mode agmark-agd-mode "AGD" agmark--agd-keywords "@! ")
(agmark--define-mode agmark-anml-mode "ANML" agmark--anml-keywords nil)
(agmark--define-mode agmark-anmla-mode "ANML actions" agmark--anmla-keywords "# ")
(agmark--define-mode agmark-garyml-mode "GaryML" agmark--garyml-keywords "# ")

(add-to-list 'auto-mode-alist '("\\.agd\\'" . agmark-agd-mode))
(add-to-list 'auto-mode-alist '("\\.anml\\'" . agmark-anml-mode))
(add-to-list 'auto-mode-alist '("\\.anmla\\'" . agmark-anmla-mode))
(add-to-list 'auto-mode-alist '("\\(?:\\.\\|/\\.\\)garyml\\'" . agmark-garyml-mode))

(defconst agmark--modes
  '((agmark-agd-mode :language-id "agd")
    (agmark-anml-mode :language-id "anml")
    (agmark-anmla-mode :language-id "anmla")
    (agmark-garyml-mode :language-id "garyml"))
  "Modes that are ours, with the names that the server knows them by.")

(defun agmark--contact (&rest _)
  "How the server is started."
  (list agmark-program "lsp"))

(defvar eglot-server-programs)
(declare-function eglot "eglot")
(declare-function eglot-ensure "eglot")

;; An older eglot tells a server one language for all files: there each mode has
;; a separate server.
(with-eval-after-load 'eglot
  (dolist (modes (if (fboundp 'eglot--languages) (list agmark--modes) (mapcar #'list agmark--modes)))
    (add-to-list 'eglot-server-programs (cons modes #'agmark--contact))))

(defun agmark--has (regexp limit)
  "Whether REGEXP is found before LIMIT in the buffer."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (re-search-forward regexp limit t))))

(defun agmark--is-program ()
  "Whether the buffer begins a program.
Its front matter says what goes in or comes out, and one thing more."
  (let ((end (and (agmark--has "\\`---[ \t]*\r?$" nil)
                  (save-excursion
                    (goto-char (point-min))
                    (forward-line)
                    (re-search-forward "^---[ \t]*\r?$" nil t)))))
    (and end
         (agmark--has "^\\(?:in\\|out\\)put:" end)
         (<= 2 (seq-count (lambda (key) (agmark--has (concat "^" key ":") end))
                          '("name" "description" "input" "output"))))))

(defun agmark--is-ours ()
  "Whether the server has something to say about a file that is not ours by name."
  (let ((name (file-name-nondirectory (or buffer-file-name "")))
        (case-fold-search nil))
    (cond
     ((equal name "agent-manifest.json"))
     ((string-match-p "\\.md\\'" name)
      (or (agmark--is-program)
          ;; A document in which the input of a program is written.
          (string-match-p "/agmark/inputs/[^/]+\\'" buffer-file-name)))
     ((string-match-p "\\.\\(?:html?\\|[jt]sx\\|vue\\|svelte\\)\\'" name)
      (agmark--has "data-agent-\\|application/agent\\+json\\|<Agent[A-Z]" nil)))))

(defun agmark--here ()
  "Let eglot start our server in this buffer, whatever the mode has."
  (let* ((ending (file-name-extension (or buffer-file-name "")))
         (language (pcase ending
                     ("md" "markdown")
                     ("json" "json")
                     ("jsx" "javascriptreact")
                     ("tsx" "typescriptreact")
                     ((or "vue" "svelte") ending)
                     (_ "html"))))
    (setq-local eglot-server-programs
                (cons (cons (list (list major-mode :language-id language)) #'agmark--contact)
                      (default-value 'eglot-server-programs)))))

(defun agmark-in-page ()
  "Start the server in a page, a program or a manifest."
  (interactive)
  (require 'eglot)
  (agmark--here)
  (call-interactively #'eglot))

(defun agmark--look ()
  "Start the server if a file belongs to a format of agmark."
  (when (and agmark-look-at-pages (agmark--is-ours))
    (agmark--here)
    (eglot-ensure)))

(when (require 'eglot nil t)
  (dolist (mode agmark--modes)
    (add-hook (intern (format "%s-hook" (car mode))) #'eglot-ensure))
  (add-hook 'find-file-hook #'agmark--look))

(provide 'agmark)

;;; agmark.el ends here
